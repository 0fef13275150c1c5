"""Star1."""

from contextlib import suppress
from math import inf


def value(game, state, alpha, beta):
    table = {"max": max_value, "min": min_value, "chance": exp_value}
    return table[game.to_move(state)](game, state, alpha, beta)


def star1_search(game, state):
    alpha, beta, best = -inf, inf, None
    for action, child in game.successors(state):
        v = value(game, child, alpha, beta)
        if game.to_move(state) == "max" and v > alpha:
            alpha, best = v, action
        elif game.to_move(state) == "min" and v < beta:
            beta, best = v, action
    return best


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = -inf
    for _, child in game.successors(state):
        if (v := max(v, value(game, child, alpha, beta))) >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = inf
    for _, child in game.successors(state):
        if (v := min(v, value(game, child, alpha, beta))) <= alpha:
            return v
        beta = min(beta, v)
    return v


def exp_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    bounds = None
    with suppress(ValueError):
        bounds = game.bounds()
    if bounds is None:
        return sum(p * value(game, s, -inf, inf) for p, s in game.outcomes(state))
    least, greatest = bounds
    v, rest = 0, 1
    for p, child in game.outcomes(state):
        rest -= p
        low = alpha - v - rest * greatest
        high = beta - v - rest * least
        v += p * value(game, child, low, high)
        if (most := v + rest * greatest) <= alpha:
            return most
        if (fewest := v + rest * least) >= beta:
            return fewest
    return v
