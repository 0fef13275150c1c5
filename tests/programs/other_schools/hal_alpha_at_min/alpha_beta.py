import math


def alpha_beta_search(game, state):
    best_action = None
    alpha, beta = -math.inf, math.inf
    for action in game.actions(state):
        child = game.result(state, action)
        score = alphabeta(game, child, alpha, beta)
        if game.to_move(state) == "max":
            if score > alpha:
                alpha = score
                best_action = action
        else:
            if score < beta:
                beta = score
                best_action = action
    return best_action


def alphabeta(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    if game.to_move(state) == "max":
        value = -math.inf
        for action in game.actions(state):
            value = max(value, alphabeta(game, game.result(state, action), alpha, beta))
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return value
    else:
        value = math.inf
        for action in game.actions(state):
            value = min(value, alphabeta(game, game.result(state, action), alpha, beta))
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return value


def max_value(game, state, alpha, beta):
    return alphabeta(game, state, alpha, beta)


def min_value(game, state, alpha, beta):
    return alphabeta(game, state, alpha, beta)
