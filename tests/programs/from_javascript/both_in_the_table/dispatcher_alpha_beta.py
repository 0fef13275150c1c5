import math


def value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    return {
        "max": max_value(game, state, alpha, beta),
        "min": min_value(game, state, alpha, beta),
    }[game.to_move(state)]


def max_value(game, state, alpha, beta):
    v = -math.inf
    for _, child in game.successors(state):
        v = max(v, value(game, child, alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(game, state, alpha, beta):
    v = math.inf
    for _, child in game.successors(state):
        v = min(v, value(game, child, alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v


def alpha_beta_search(game, state):
    alpha, beta, best = -math.inf, math.inf, None
    for action, child in game.successors(state):
        v = value(game, child, alpha, beta)
        if game.to_move(state) == "max":
            if v > alpha:
                alpha, best = v, action
        elif v < beta:
            beta, best = v, action
    return best
