"""Star1 with the full window below chance."""

from math import inf


def value(game, state, alpha=-inf, beta=inf):
    who = game.to_move(state)
    return (
        exp_value if who == "chance" else max_value if who == "max" else min_value
    )(game, state, alpha, beta)


def star1_search(game, state):
    hers = game.to_move(state) == "max"
    alpha, beta, best = -inf, inf, None
    for action, child in game.successors(state):
        v = value(game, child, alpha, beta)
        if hers and v > alpha:
            best, alpha = action, v
        if not hers and v < beta:
            best, beta = action, v
    return best


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = -inf
    for _, child in game.successors(state):
        v = max(v, value(game, child, max(alpha, v), beta))
        if v >= beta:
            break
    return v


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = inf
    for _, child in game.successors(state):
        v = min(v, value(game, child, alpha, min(beta, v)))
        if v <= alpha:
            break
    return v


def limits(game):
    try:
        return game.bounds()
    except ValueError:
        return None


def exp_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    if (known := limits(game)) is None:
        return sum(p * value(game, s) for p, s in game.outcomes(state))
    lowest, highest = known
    outcomes = game.outcomes(state)
    so_far = 0
    for i, (p, child) in enumerate(outcomes, start=1):
        so_far += p * value(game, child)
        left = sum(q for q, _ in outcomes[i:])
        if (ceiling := so_far + left * highest) <= alpha:
            return ceiling
        if (floor := so_far + left * lowest) >= beta:
            return floor
    return so_far
