def minimax_search(game, state):
    best = None
    for a, s in game.successors(state):
        if game.to_move(state) == "max":
            if best is None or min_value(game, s) > min_value(game, best):
                best = s
        else:
            if best is None or max_value(game, s) < max_value(game, best):
                best = s
    return best


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return max(min_value(game, s) for _, s in game.successors(state))


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return min(max_value(game, s) for _, s in game.successors(state))
