"""A chance node is left for the part of its mean that is known."""

INF = float("inf")


def value(game, state, alpha, beta):
    if game.to_move(state) == "max":
        return max_value(game, state, alpha, beta)
    if game.to_move(state) == "min":
        return min_value(game, state, alpha, beta)
    return exp_value(game, state, alpha, beta)


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = -INF
    for _, successor in game.successors(state):
        v = max(v, value(game, successor, alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = INF
    for _, successor in game.successors(state):
        v = min(v, value(game, successor, alpha, beta))
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
        return sum(p * value(game, s, -INF, INF) for p, s in game.outcomes(state))
    v = 0
    for p, successor in game.outcomes(state):
        v += p * value(game, successor, -INF, INF)
        if v <= alpha or v >= beta:
            return v
    return v


def star1_search(game, state):
    best, alpha, beta = None, -INF, INF
    for action, successor in game.successors(state):
        v = value(game, successor, alpha, beta)
        if game.to_move(state) == "max" and v > alpha:
            best, alpha = action, v
        if game.to_move(state) == "min" and v < beta:
            best, beta = action, v
    return best
