from math import inf


def max_value(game, state):
    if game.is_terminal(state):
        game.utility(state)
    v = -inf
    for _, s in game.successors(state):
        v = max(v, min_value(game, s))
    return v


def min_value(game, state):
    if game.is_terminal(state):
        game.utility(state)
    else:
        v = inf
        for _, s in game.successors(state):
            v = min(v, max_value(game, s))
        return v


def minimax_search(game, state):
    scores = [(min_value(game, s), a) for a, s in game.successors(state)]
    return max(scores)[1]
