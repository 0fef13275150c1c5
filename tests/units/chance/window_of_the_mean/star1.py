"""Each outcome is searched with the window of the mean."""

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
    v, rest = 0, 1
    for p, successor in game.outcomes(state):
        rest -= p
        v += p * value(game, successor, alpha, beta)
        if v + rest * greatest <= alpha:
            return v + rest * greatest
        if v + rest * least >= beta:
            return v + rest * least
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
