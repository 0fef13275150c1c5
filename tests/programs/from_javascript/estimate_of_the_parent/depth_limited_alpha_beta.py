import math


def walk(game, state, alpha, beta, depth, parent):
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(parent)
    isMax = game.to_move(state) == "max"
    v = -math.inf if isMax else math.inf
    for _, child in game.successors(state):
        w = walk(game, child, alpha, beta, depth - 1, state)
        if isMax:
            v = max(v, w)
            if v >= beta:
                return v
            alpha = max(alpha, v)
        else:
            v = min(v, w)
            if v <= alpha:
                return v
            beta = min(beta, v)
    return v


def max_value(game, state, alpha, beta, depth):
    return walk(game, state, alpha, beta, depth, state)


def min_value(game, state, alpha, beta, depth):
    return walk(game, state, alpha, beta, depth, state)


def depth_limited_alpha_beta_search(game, state, depth):
    isMax = game.to_move(state) == "max"
    alpha, beta, best = -math.inf, math.inf, None
    for action, child in game.successors(state):
        v = walk(game, child, alpha, beta, depth - 1, state)
        if isMax and (best is None or v > alpha):
            alpha, best = v, action
        if not isMax and (best is None or v < beta):
            beta, best = v, action
    return best
