"""Alpha-beta as folds over the successors: only the window is carried along."""

from functools import reduce
from math import inf


def alpha_beta_search(game, state):
    def raised(best, successor):
        (alpha, _), (action, child) = best, successor
        return max(best, (min_value(game, child, alpha, inf), action), key=lambda b: b[0])

    def lowered(best, successor):
        (beta, _), (action, child) = best, successor
        return min(best, (max_value(game, child, -inf, beta), action), key=lambda b: b[0])

    step, start = (raised, -inf) if game.to_move(state) == "max" else (lowered, inf)
    return reduce(step, game.successors(state), (start, None))[1]


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)

    def step(a, successor):
        return a if a >= beta else max(a, min_value(game, successor[1], a, beta))

    return min(beta, reduce(step, game.successors(state), alpha))


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)

    def step(b, successor):
        return b if b <= alpha else min(b, max_value(game, successor[1], alpha, b))

    return max(alpha, reduce(step, game.successors(state), beta))
