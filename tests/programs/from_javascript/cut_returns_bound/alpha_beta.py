import math


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = -math.inf
    for move in game.actions(state):
        child = game.result(state, move)
        v = max(v, min_value(game, child, alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = math.inf
    for move in game.actions(state):
        child = game.result(state, move)
        v = min(v, max_value(game, child, alpha, beta))
        if v <= alpha:
            return beta
        beta = min(beta, v)
    return v


def alpha_beta_search(game, state):
    window = [-math.inf, math.inf]
    best = {}
    for move in game.actions(state):
        child = game.result(state, move)
        if game.to_move(state) == "max":
            v = min_value(game, child, *window)
            if not best or v > window[0]:
                best["move"] = move
                window[0] = v
        else:
            v = max_value(game, child, *window)
            if not best or v < window[1]:
                best["move"] = move
                window[1] = v
    return best["move"]
