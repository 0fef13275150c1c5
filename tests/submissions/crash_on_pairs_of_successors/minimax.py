def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    v = float("-inf")
    for s in game.successors(state):
        v = max(v, min_value(game, s))
    return v


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    v = float("inf")
    for s in game.successors(state):
        v = min(v, max_value(game, s))
    return v


def minimax_search(game, state):
    return max(game.actions(state), key=lambda a: min_value(game, a))
