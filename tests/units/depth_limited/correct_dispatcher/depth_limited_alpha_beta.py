from math import inf


def depth_limited_alpha_beta_search(game, state, depth):
    alpha, beta, best = -inf, inf, None
    mover = game.to_move(state)
    for action, child in game.successors(state):
        v = value(game, child, alpha, beta, depth - 1)
        if mover == "max" and v > alpha:
            alpha, best = v, action
        if mover == "min" and v < beta:
            beta, best = v, action
    return best


def value(game, state, alpha, beta, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    if game.to_move(state) == "max":
        return max_value(game, state, alpha, beta, depth)
    return min_value(game, state, alpha, beta, depth)


def max_value(game, state, alpha, beta, depth):
    v = -inf
    for _, child in game.successors(state):
        v = max(v, value(game, child, alpha, beta, depth - 1))
        alpha = max(alpha, v)
        if alpha >= beta:
            break
    return v


def min_value(game, state, alpha, beta, depth):
    v = inf
    for _, child in game.successors(state):
        v = min(v, value(game, child, alpha, beta, depth - 1))
        beta = min(beta, v)
        if alpha >= beta:
            break
    return v
