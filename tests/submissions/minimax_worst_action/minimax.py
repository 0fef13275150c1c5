def minimax_search(game, state):
    scored = []
    for a, s in game.successors(state):
        if game.to_move(state) == "max":
            scored.append((min_value(game, s), a))
        else:
            scored.append((max_value(game, s), a))
    if game.to_move(state) == "max":
        return min(scored)[1]
    return max(scored)[1]


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return max(min_value(game, s) for _, s in game.successors(state))


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return min(max_value(game, s) for _, s in game.successors(state))
