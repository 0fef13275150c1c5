"""Depth-limited alpha-beta with good moves first."""

from math import inf


def ordered(game, state):
    return sorted(
        game.successors(state),
        key=lambda pair: game.evaluate(pair[1]),
        reverse=game.to_move(state) == "max",
    )


def depth_limited_alpha_beta_search(game, state, depth):
    alpha, beta, best = -inf, inf, None
    for action, child in ordered(game, state):
        if game.to_move(state) == "max":
            if (v := min_value(game, child, alpha, beta, depth - 1)) > alpha:
                alpha, best = v, action
        elif (v := max_value(game, child, alpha, beta, depth - 1)) < beta:
            beta, best = v, action
    return best


def max_value(game, state, alpha, beta, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    v = -inf
    for _, child in ordered(game, state):
        v = max(v, min_value(game, child, alpha, beta, depth - 1))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(game, state, alpha, beta, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    v = inf
    for _, child in ordered(game, state):
        v = min(v, max_value(game, child, alpha, beta, depth - 1))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
