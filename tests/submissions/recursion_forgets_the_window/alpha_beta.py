from math import inf


def alpha_beta_search(game, state):
    return max(game.successors(state), key=lambda p: min_value(game, p[1], -inf, inf))[0]


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = -inf
    for _, s in game.successors(state):
        v = max(v, min_value(game, s))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = inf
    for _, s in game.successors(state):
        v = min(v, max_value(game, s))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
