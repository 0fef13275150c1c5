from math import inf


def depth_limited_alpha_beta_search(game, state, depth):
    color = 1 if game.to_move(state) == "max" else -1
    alpha, choice = -inf, None
    for action, child in game.successors(state):
        v = -negamax(game, child, -inf, -alpha, depth - 1, -color)
        if v > alpha:
            alpha, choice = v, action
    return choice


def max_value(game, state, alpha, beta, depth):
    return negamax(game, state, alpha, beta, depth, 1)


def min_value(game, state, alpha, beta, depth):
    return -negamax(game, state, -beta, -alpha, depth, -1)


def negamax(game, state, alpha, beta, depth, color):
    """Fail-hard: what comes back never leaves the window."""
    if depth == 0 or game.is_terminal(state):
        return max(alpha, min(beta, color * game.evaluate(state)))
    for _, child in game.successors(state):
        alpha = max(alpha, -negamax(game, child, -beta, -alpha, depth - 1, -color))
        if alpha >= beta:
            return beta
    return alpha
