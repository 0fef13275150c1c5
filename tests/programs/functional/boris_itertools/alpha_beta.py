from itertools import takewhile
from math import inf


def alpha_beta_search(game, state):
    best, alpha, beta = None, -inf, inf
    maximizing = game.to_move(state) == "max"
    for action, child in game.successors(state):
        if maximizing and (v := min_value(game, child, alpha, beta)) > alpha:
            best, alpha = action, v
        elif not maximizing and (v := max_value(game, child, alpha, beta)) < beta:
            best, beta = action, v
    return best


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)

    def values(alpha):
        for _, child in game.successors(state):
            yield (v := min_value(game, child, alpha, beta))
            alpha = max(alpha, v)

    return max(takewhile(lambda v: v < beta, values(alpha)), default=-inf)


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)

    def values(beta):
        for _, child in game.successors(state):
            yield (v := max_value(game, child, alpha, beta))
            beta = min(beta, v)

    return min(takewhile(lambda v: v > alpha, values(beta)), default=inf)
