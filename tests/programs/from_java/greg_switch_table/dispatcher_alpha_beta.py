import math


def value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    switch = {
        "max": lambda: max_value(game, state, alpha, beta),
        "min": lambda: min_value(game, state, alpha, beta),
    }
    return switch[game.to_move(state)]()


def max_value(game, state, alpha, beta):
    for (action, nextState) in game.successors(state):
        temp = value(game, nextState, alpha, beta)
        if temp >= beta:
            return beta
        alpha = temp if temp > alpha else alpha
    return alpha


def min_value(game, state, alpha, beta):
    for (action, nextState) in game.successors(state):
        temp = value(game, nextState, alpha, beta)
        if temp <= alpha:
            return alpha
        beta = temp if temp < beta else beta
    return beta


def alpha_beta_search(game, state):
    alpha = -math.inf
    beta = math.inf
    bestAction = None
    maxToMove = (game.to_move(state) == "max")
    for (action, nextState) in game.successors(state):
        temp = value(game, nextState, alpha, beta)
        if maxToMove:
            if temp > alpha:
                alpha = temp
                bestAction = action
        else:
            if temp < beta:
                beta = temp
                bestAction = action
    return bestAction
