def minimax_search(game, state):
    best_value = -999
    if game.to_move(state) == "min":
        best_value = 999
    best = None
    for a in game.actions(state):
        s = game.result(state, a)
        if game.to_move(state) == "max":
            v = min_value(game, s)
            if v > best_value:
                best_value = v
                best = a
        else:
            v = max_value(game, s)
            if v < best_value:
                best_value = v
                best = a
    return best


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return max(min_value(game, s) for _, s in game.successors(state))


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return min(max_value(game, s) for _, s in game.successors(state))
