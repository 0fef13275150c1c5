from math import inf


def alpha_beta_search(game, state):
    best_action, alpha, beta = None, -inf, inf
    for action, child in game.successors(state):
        v = value(game, child, alpha, beta)
        if game.to_move(state) == "max" and v > alpha:
            best_action, alpha = action, v
        if game.to_move(state) == "min" and v < beta:
            best_action, beta = action, v
    return best_action


def value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    if game.to_move(state) == "max":
        return max_value(game, state, alpha, beta)
    return max_value(game, state, alpha, beta)


def max_value(game, state, alpha, beta):
    v = -inf
    for _, child in game.successors(state):
        v = max(v, value(game, child, alpha, beta))
        if v > beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(game, state, alpha, beta):
    v = inf
    for _, child in game.successors(state):
        v = min(v, value(game, child, alpha, beta))
        if v < alpha:
            return v
        beta = min(beta, v)
    return v
