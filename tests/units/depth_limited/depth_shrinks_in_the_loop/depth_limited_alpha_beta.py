from math import inf


def depth_limited_alpha_beta_search(game, state, depth):
    if game.to_move(state) == "max":
        return max_action(game, state, depth)
    return min_action(game, state, depth)


def max_action(game, state, depth):
    best, alpha = None, -inf
    for action, child in game.successors(state):
        v = value(game, child, alpha, inf, depth - 1)
        if v > alpha:
            best, alpha = action, v
    return best


def min_action(game, state, depth):
    best, beta = None, inf
    for action, child in game.successors(state):
        v = value(game, child, -inf, beta, depth - 1)
        if v < beta:
            best, beta = action, v
    return best


def value(game, state, alpha, beta, depth):
    if game.to_move(state) == "max":
        return max_value(game, state, alpha, beta, depth)
    return min_value(game, state, alpha, beta, depth)


def max_value(game, state, alpha, beta, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    v = -inf
    for _, child in game.successors(state):
        depth -= 1
        v = max(v, value(game, child, alpha, beta, depth))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(game, state, alpha, beta, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    v = inf
    for _, child in game.successors(state):
        depth -= 1
        v = min(v, value(game, child, alpha, beta, depth))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
