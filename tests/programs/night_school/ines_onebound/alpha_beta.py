import math


def alpha_beta_search(game, state):
    player = game.to_move(state)
    alpha, beta = -math.inf, math.inf
    best_value = None
    best_action = None
    for action, child in game.successors(state):
        if player == "max":
            value = min_value(game, child, alpha, beta)
            improved = best_value is None or value > best_value
        else:
            value = max_value(game, child, alpha, beta)
            improved = best_value is None or value < best_value
        if improved:
            best_value, best_action = value, action
            # tighten the window for the remaining actions
            alpha = max(alpha, best_value)
    return best_action


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    value = -math.inf
    for _, child in game.successors(state):
        value = max(value, min_value(game, child, alpha, beta))
        alpha = max(alpha, value)
        if alpha >= beta:
            return value
    return value


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    value = math.inf
    for _, child in game.successors(state):
        value = min(value, max_value(game, child, alpha, beta))
        beta = min(beta, value)
        if alpha >= beta:
            return value
    return value
