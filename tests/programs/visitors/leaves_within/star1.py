"""Ballard's as he wrote it: alpha or beta is returned, never a number outside; leaves too."""

from math import inf


def within(alpha, v, beta):
    return max(alpha, min(v, beta))


def value(game, state, alpha, beta):
    if game.is_terminal(state):
        return within(alpha, game.utility(state), beta)
    if game.to_move(state) == "max":
        return max_value(game, state, alpha, beta)
    if game.to_move(state) == "min":
        return min_value(game, state, alpha, beta)
    return exp_value(game, state, alpha, beta)


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return within(alpha, game.utility(state), beta)
    for _, s in game.successors(state):
        alpha = max(alpha, value(game, s, alpha, beta))
        if alpha >= beta:
            return beta
    return alpha


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return within(alpha, game.utility(state), beta)
    for _, s in game.successors(state):
        beta = min(beta, value(game, s, alpha, beta))
        if alpha >= beta:
            return alpha
    return beta


def exp_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return within(alpha, game.utility(state), beta)
    try:
        least, greatest = game.bounds()
    except ValueError:
        return within(
            alpha, sum(p * value(game, s, -inf, inf) for p, s in game.outcomes(state)), beta
        )
    v, rest = 0, 1
    for p, s in game.outcomes(state):
        rest -= p
        low, high = (alpha - v - rest * greatest) / p, (beta - v - rest * least) / p
        w = value(game, s, low, high)
        if w <= low:
            return alpha
        if w >= high:
            return beta
        v += p * w
    return v


def star1_search(game, state):
    alpha, beta, best = -inf, inf, game.actions(state)[0]
    for a, s in game.successors(state):
        v = value(game, s, alpha, beta)
        if game.to_move(state) == "max" and v > alpha:
            alpha, best = v, a
        if game.to_move(state) == "min" and v < beta:
            beta, best = v, a
    return best
