"""Fail-hard, as engines do: estimates as they are, beta at a cut."""

from math import inf


def depth_limited_alpha_beta_search(game, state, depth):
    best, low, high = None, -inf, inf
    for action in game.actions(state):
        child = game.result(state, action)
        if game.to_move(state) == "max":
            score = value(game, child, low, high, depth - 1)
            if score > low:
                best, low = action, score
        else:
            score = value(game, child, low, high, depth - 1)
            if score < high:
                best, high = action, score
    return best


def value(game, state, alpha, beta, depth):
    search = max_value if game.to_move(state) == "max" else min_value
    return search(game, state, alpha, beta, depth)


def max_value(game, state, alpha, beta, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    for action in game.actions(state):
        child = game.result(state, action)
        score = value(game, child, alpha, beta, depth - 1)
        if score >= beta:
            return beta
        alpha = max(alpha, score)
    return alpha


def min_value(game, state, alpha, beta, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    for action in game.actions(state):
        child = game.result(state, action)
        score = value(game, child, alpha, beta, depth - 1)
        if score <= alpha:
            return alpha
        beta = min(beta, score)
    return beta
