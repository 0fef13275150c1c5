import math


def negamax(game, state, alpha, beta, sign):
    """Value from the point of view of the side to move (sign = +1 for MAX)."""
    if game.is_terminal(state):
        return sign * game.utility(state)
    best = -math.inf
    for _, child in game.successors(state):
        score = -negamax(game, child, -alpha, -beta, -sign)
        best = max(best, score)
        alpha = max(alpha, score)
        if alpha >= beta:
            break
    return best


def max_value(game, state, alpha, beta):
    return negamax(game, state, alpha, beta, 1)


def min_value(game, state, alpha, beta):
    return -negamax(game, state, -beta, -alpha, -1)


def alpha_beta_search(game, state):
    alpha, beta = -math.inf, math.inf
    choice = None
    maximizing = game.to_move(state) == "max"
    for action, child in game.successors(state):
        if maximizing:
            v = min_value(game, child, alpha, beta)
            if choice is None or v > alpha:
                alpha, choice = v, action
        else:
            v = max_value(game, child, alpha, beta)
            if choice is None or v < beta:
                beta, choice = v, action
    return choice
