from math import inf


def max_value(game, state):
    v = max(-inf, game.utility(state))
    for _, s in game.successors(state):
        v = max(v, min_value(game, s))
    return v


def min_value(game, state):
    v = min(inf, game.utility(state))
    for _, s in game.successors(state):
        v = min(v, max_value(game, s))
    return v


def minimax_search(game, state):
    return max(game.successors(state), key=lambda p: min_value(game, p[1]))[0]
