from math import inf


def depth_limited_alpha_beta_search(game, state, depth):
    maximizing = game.to_move(state) == "max"
    alpha, beta, choice = -inf, inf, None
    for action, child in game.successors(state):
        v = value(game, child, alpha, beta, depth - 1)
        if v > alpha if maximizing else v < beta:
            choice = action
            alpha, beta = (v, beta) if maximizing else (alpha, v)
    return choice


def value(game, state, alpha, beta, depth):
    # evaluate is the utility where the game is over
    if depth <= 0 or game.is_terminal(state):
        return game.evaluate(state)
    if game.to_move(state) == "max":
        return max_value(game, state, alpha, beta, depth)
    return min_value(game, state, alpha, beta, depth)


def max_value(game, state, alpha, beta, depth):
    if depth <= 0 or game.is_terminal(state):
        return game.evaluate(state)
    for _, child in game.successors(state):
        alpha = max(alpha, value(game, child, alpha, beta, depth - 1))
        if beta <= alpha:
            return beta
    return alpha


def min_value(game, state, alpha, beta, depth):
    if depth <= 0 or game.is_terminal(state):
        return game.evaluate(state)
    for _, child in game.successors(state):
        beta = min(beta, value(game, child, alpha, beta, depth - 1))
        if beta <= alpha:
            return alpha
    return beta
