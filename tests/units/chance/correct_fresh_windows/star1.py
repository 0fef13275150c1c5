from math import inf


def star1_search(game, state):
    """Every move on its own: -inf, inf for each."""
    values = [value(game, child, -inf, inf) for _, child in game.successors(state)]
    best = max(values) if game.to_move(state) == "max" else min(values)
    return game.actions(state)[values.index(best)]


def value(game, state, alpha, beta):
    if game.to_move(state) == "chance":
        return exp_value(game, state, alpha, beta)
    if game.to_move(state) == "max":
        return max_value(game, state, alpha, beta)
    return min_value(game, state, alpha, beta)


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = -inf
    for _, child in game.successors(state):
        v = max(v, value(game, child, alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = inf
    for _, child in game.successors(state):
        v = min(v, value(game, child, alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v


def exp_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    try:
        least, greatest = game.bounds()
    except ValueError:
        return mean(game, state)
    v, rest = 0.0, 1.0
    for probability, child in game.outcomes(state):
        rest -= probability
        low = (alpha - v - rest * greatest) / probability
        high = (beta - v - rest * least) / probability
        v += probability * value(game, child, low, high)
        if v + rest * greatest <= alpha:
            return v + rest * greatest
        if v + rest * least >= beta:
            return v + rest * least
    return v


def mean(game, state):
    v = 0.0
    for probability, child in game.outcomes(state):
        v += probability * value(game, child, -inf, inf)
    return v
