"""Alpha-beta with a fold at the root."""

from functools import reduce
from math import inf


def alpha_beta_search(game, state):
    def step(best, successor):
        (top, _), (action, child) = best, successor
        v = min_value(game, child, top, inf)
        return (v, action) if v > top else best

    _, action = reduce(step, game.successors(state), (-inf, None))
    return action


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = -inf
    for _, child in game.successors(state):
        if (v := max(v, min_value(game, child, alpha, beta))) >= beta:
            break
        alpha = max(alpha, v)
    return v


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = inf
    for _, child in game.successors(state):
        if (v := min(v, max_value(game, child, alpha, beta))) <= alpha:
            break
        beta = min(beta, v)
    return v
