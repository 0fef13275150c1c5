"""Alpha-beta with lazy values: the generators look up the window when asked."""

from math import inf


def alpha_beta_search(game, state):
    alpha, beta = -inf, inf
    chosen = None
    if game.to_move(state) == "max":
        for action, child in game.successors(state):
            if (v := min_value(game, child, alpha, beta)) > alpha:
                chosen, alpha = action, v
    else:
        for action, child in game.successors(state):
            if (v := max_value(game, child, alpha, beta)) < beta:
                chosen, beta = action, v
    return chosen


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = -inf
    values = (min_value(game, s, alpha, beta) for _, s in game.successors(state))
    while v < beta and (w := next(values, None)) is not None:
        v = max(v, w)
        alpha = max(alpha, v)
    return v


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = inf
    values = (max_value(game, s, alpha, beta) for _, s in game.successors(state))
    while v > alpha and (w := next(values, None)) is not None:
        v = min(v, w)
        beta = min(beta, v)
    return v
