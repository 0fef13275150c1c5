import math

NEG_INF, POS_INF = -math.inf, math.inf


def alpha_beta_search(game, state):
    best_action, alpha, beta = None, NEG_INF, POS_INF
    is_max = game.to_move(state) == "max"
    for action in game.actions(state):
        child = game.result(state, action)
        if is_max:
            value = min_value(game, child, alpha, beta)
            if value > alpha:
                alpha, best_action = value, action
        else:
            value = max_value(game, child, alpha, beta)
            if value < beta:
                beta, best_action = value, action
    return best_action


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    for action in game.actions(state):
        alpha = max(alpha, min_value(game, game.result(state, action), alpha, beta))
        if alpha >= beta:
            return beta
    return alpha


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    for action in game.actions(state):
        beta = min(beta, max_value(game, game.result(state, action), alpha, beta))
        if alpha >= beta:
            return beta
    return beta
