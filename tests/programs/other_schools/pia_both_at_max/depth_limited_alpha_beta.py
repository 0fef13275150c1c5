from math import inf as oo


def depth_limited_alpha_beta_search(game, state, depth):
    alpha, beta, best = -oo, oo, None
    for a, s in game.successors(state):
        v = value(game, s, alpha, beta, depth - 1)
        if game.to_move(state) == "max" and v > alpha:
            alpha, best = v, a
        elif game.to_move(state) == "min" and v < beta:
            beta, best = v, a
    return best


def value(game, s, alpha, beta, depth):
    if game.to_move(s) == "max":
        return max_value(game, s, alpha, beta, depth)
    return min_value(game, s, alpha, beta, depth)


def max_value(game, state, alpha, beta, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    v = -oo
    for _, s in game.successors(state):
        v = max(v, value(game, s, alpha, beta, depth - 1))
        if v >= beta:
            return v
        alpha, beta = max(alpha, v), min(beta, v)
    return v


def min_value(game, state, alpha, beta, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    v = oo
    for _, s in game.successors(state):
        v = min(v, value(game, s, alpha, beta, depth - 1))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
