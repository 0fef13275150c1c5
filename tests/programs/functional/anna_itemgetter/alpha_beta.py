"""Alpha-beta, as comprehensions."""

from math import inf
from operator import itemgetter


def alpha_beta_search(game, state):
    child_value, pick = (
        (min_value, max) if game.to_move(state) == "max" else (max_value, min)
    )
    scored = [(a, child_value(game, s, -inf, inf)) for a, s in game.successors(state)]
    return pick(scored, key=itemgetter(1))[0]


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = -inf
    for w in [min_value(game, s, alpha, beta) for _, s in game.successors(state)]:
        v = max(v, w)
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = inf
    for w in [max_value(game, s, alpha, beta) for _, s in game.successors(state)]:
        v = min(v, w)
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
