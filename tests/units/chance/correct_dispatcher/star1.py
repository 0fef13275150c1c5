"""Ballard's own tests: each outcome's value against the window that it was given.

The windows are kept within the bounds, and a cut returns alpha or beta.
"""

INF = float("inf")


def value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    if game.to_move(state) == "max":
        return max_value(game, state, alpha, beta)
    if game.to_move(state) == "min":
        return min_value(game, state, alpha, beta)
    return exp_value(game, state, alpha, beta)


def max_value(game, state, alpha, beta):
    v = -INF
    for _, successor in game.successors(state):
        v = max(v, value(game, successor, alpha, beta))
        if v >= beta:
            return beta
        alpha = max(alpha, v)
    return v


def min_value(game, state, alpha, beta):
    v = INF
    for _, successor in game.successors(state):
        v = min(v, value(game, successor, alpha, beta))
        if v <= alpha:
            return alpha
        beta = min(beta, v)
    return v


def exp_value(game, state, alpha, beta):
    try:
        least, greatest = game.bounds()
    except ValueError:
        return sum(p * value(game, s, -INF, INF) for p, s in game.outcomes(state))
    outcomes = game.outcomes(state)
    known = 0
    for i, (p, successor) in enumerate(outcomes):
        rest = sum(q for q, _ in outcomes[i + 1 :])
        low = (alpha - known - rest * greatest) / p
        high = (beta - known - rest * least) / p
        w = value(game, successor, max(low, least), min(high, greatest))
        if w <= low:
            return alpha
        if w >= high:
            return beta
        known += p * w
    return known


def star1_search(game, state):
    best, alpha, beta = None, -INF, INF
    for action, successor in game.successors(state):
        w = value(game, successor, alpha, beta)
        if game.to_move(state) == "max" and w > alpha:
            best, alpha = action, w
        if game.to_move(state) == "min" and w < beta:
            best, beta = action, w
    return best
