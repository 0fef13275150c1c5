import math


def ab(game, s, alpha, beta, depth, limit, isMax):
    # depth counts upwards like in aima (cutoff_test)
    if depth >= limit or game.is_terminal(s):
        return game.evaluate(s)
    v = -math.inf if isMax else math.inf
    for a in game.actions(s):
        child = ab(game, game.result(s, a), alpha, beta, depth + 1, limit, not isMax)
        if isMax:
            v = max(v, child)
            if v > beta:
                return v
            alpha = max(v, alpha)
        else:
            v = min(v, child)
            if v < alpha:
                return v
            beta = min(v, beta)
    return v


def max_value(game, state, alpha, beta, depth):
    return ab(game, state, alpha, beta, 0, depth, True)


def min_value(game, state, alpha, beta, depth):
    return ab(game, state, alpha, beta, 0, depth, False)


def depth_limited_alpha_beta_search(game, state, depth):
    isMax = game.to_move(state) == "max"
    alpha, beta = -math.inf, math.inf
    best = None
    for a in game.actions(state):
        v = ab(game, game.result(state, a), alpha, beta, 1, depth, not isMax)
        if isMax and v > alpha:
            alpha, best = v, a
        elif not isMax and v < beta:
            beta, best = v, a
    return best
