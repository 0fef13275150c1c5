def max_value(game, state):
    if state.is_terminal():
        return state.utility()
    return max(min_value(game, s) for _, s in game.successors(state))


def min_value(game, state):
    if state.is_terminal():
        return state.utility()
    return min(max_value(game, s) for _, s in game.successors(state))


def minimax_search(game, state):
    best = None
    for a in state.actions:
        best = a
    return best
