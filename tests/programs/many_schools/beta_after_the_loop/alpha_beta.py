import math


def alpha_beta_search(game, state):
    alpha, beta = -math.inf, math.inf
    actionToTake = None
    if game.to_move(state) == "max":
        for action in game.actions(state):
            v = min_value(game, game.result(state, action), alpha, beta)
            if v > alpha:
                alpha = v
                actionToTake = action
    else:
        for action in game.actions(state):
            v = max_value(game, game.result(state, action), alpha, beta)
            if v < beta:
                beta = v
                actionToTake = action
    return actionToTake


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = -math.inf
    for action in game.actions(state):
        v = max(v, min_value(game, game.result(state, action), alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = math.inf
    for action in game.actions(state):
        v = min(v, max_value(game, game.result(state, action), alpha, beta))
        if v <= alpha:
            return v
    beta = min(beta, v)
    return v
