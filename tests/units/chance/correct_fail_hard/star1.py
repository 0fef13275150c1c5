"""Fail-hard everywhere: whatever comes back was moved into the window."""

from math import inf


def star1_search(game, state):
    choice, alpha, beta = None, -inf, inf
    for action, child in game.successors(state):
        v = inside(game, child, alpha, beta)
        if game.to_move(state) == "max" and v > alpha:
            choice, alpha = action, v
        elif game.to_move(state) == "min" and v < beta:
            choice, beta = action, v
    return choice


def inside(game, state, alpha, beta):
    if game.is_terminal(state):
        return max(alpha, min(game.utility(state), beta))
    mover = game.to_move(state)
    search = {"max": max_value, "min": min_value}.get(mover, exp_value)
    return search(game, state, alpha, beta)


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return max(alpha, min(game.utility(state), beta))
    for _, child in game.successors(state):
        alpha = max(alpha, inside(game, child, alpha, beta))
        if alpha >= beta:
            return beta
    return alpha


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return max(alpha, min(game.utility(state), beta))
    for _, child in game.successors(state):
        beta = min(beta, inside(game, child, alpha, beta))
        if alpha >= beta:
            return alpha
    return beta


def exp_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return max(alpha, min(game.utility(state), beta))
    try:
        least, most = game.bounds()
    except ValueError:
        mean = sum(p * inside(game, s, -inf, inf) for p, s in game.outcomes(state))
        return max(alpha, min(mean, beta))
    known, rest = 0, 1
    for p, child in game.outcomes(state):
        rest -= p
        low = max(least, (alpha - known - rest * most) / p)
        high = min(most, (beta - known - rest * least) / p)
        v = inside(game, child, low, high)
        known += p * v
        if known + rest * most <= alpha:
            return alpha
        if known + rest * least >= beta:
            return beta
    return max(alpha, min(known, beta))
