import math

INF = math.inf


def getBounds(game):
    """The pair (least, greatest), or None if the game does not tell."""
    try:
        return game.bounds()
    except ValueError:
        return None


def dispatch(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    mover = game.to_move(state)
    if mover == "max":
        return max_value(game, state, alpha, beta)
    elif mover == "min":
        return min_value(game, state, alpha, beta)
    else:
        return exp_value(game, state, alpha, beta)


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = -INF
    for action, child in game.successors(state):
        v = max(v, dispatch(game, child, alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = INF
    for action, child in game.successors(state):
        v = min(v, dispatch(game, child, alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v


def exp_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    bounds = getBounds(game)
    sum = 0
    rest = 1
    for p, child in game.outcomes(state):
        if bounds is None:
            sum += p * dispatch(game, child, -INF, INF)
        else:
            (least, greatest) = bounds
            low = (alpha - sum - rest * greatest) / p
            high = (beta - sum - rest * least) / p
            sum += p * dispatch(game, child, low, high)
            if sum + rest * greatest <= alpha:
                return sum + rest * greatest
            if sum + rest * least >= beta:
                return sum + rest * least
            rest -= p
    return sum


def star1_search(game, state):
    alpha = -INF
    beta = INF
    bestAction = None
    best = None
    isMax = game.to_move(state) == "max"
    for action, child in game.successors(state):
        v = dispatch(game, child, alpha, beta)
        if best is None or (v > best if isMax else v < best):
            best = v
            bestAction = action
        if isMax:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
    return bestAction
