import math

alpha = -math.inf
beta = math.inf


def alpha_beta_search(game, state):
    global alpha, beta
    alpha = -math.inf
    beta = math.inf
    best_action = None
    if game.to_move(state) == "max":
        best = -math.inf
        for action, child in game.successors(state):
            v = min_value(game, child, alpha, beta)
            if v > best:
                best = v
                best_action = action
            alpha = max(alpha, best)
    else:
        best = math.inf
        for action, child in game.successors(state):
            v = max_value(game, child, alpha, beta)
            if v < best:
                best = v
                best_action = action
            beta = min(beta, best)
    return best_action


def max_value(game, state, a, b):
    global alpha, beta
    if game.is_terminal(state):
        return game.utility(state)
    v = -math.inf
    for action, child in game.successors(state):
        v = max(v, min_value(game, child, alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(game, state, a, b):
    global alpha, beta
    if game.is_terminal(state):
        return game.utility(state)
    v = math.inf
    for action, child in game.successors(state):
        v = min(v, max_value(game, child, alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
