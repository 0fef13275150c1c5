import math


def negamax(game, state, alpha, beta, sign):
    if game.is_terminal(state):
        return sign * game.utility(state), None
    best, best_action = -math.inf, None
    for action, child in game.successors(state):
        score = -negamax(game, child, -beta, -alpha, -sign)[0]
        if best_action is None or score > best:
            best, best_action = score, action
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best, best_action


def max_value(game, state, alpha, beta):
    value, _ = negamax(game, state, alpha, beta, +1)
    return value


def min_value(game, state, alpha, beta):
    value, _ = negamax(game, state, -beta, -alpha, -1)
    return -value


def alpha_beta_search(game, state):
    sign = +1 if game.to_move(state) == "max" else -1
    return negamax(game, state, -math.inf, math.inf, sign)[1]
