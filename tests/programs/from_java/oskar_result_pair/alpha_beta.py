import math


def better(a, b, maximizing):
    return a >= b if maximizing else a <= b


def alpha_beta_search(game, state):
    maximizing = game.to_move(state) == "max"
    alpha, beta = -math.inf, math.inf
    bestValue = alpha if maximizing else beta
    bestMove = None
    for move, successor in game.successors(state):
        if maximizing:
            value = min_value(game, successor, alpha, beta)
        else:
            value = max_value(game, successor, alpha, beta)
        if better(value, bestValue, maximizing):
            bestValue, bestMove = value, move
        if maximizing:
            alpha = bestValue
        else:
            beta = bestValue
    return bestMove


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    currentMax = -math.inf
    for _, successor in game.successors(state):
        temp = min_value(game, successor, alpha, beta)
        currentMax = temp if temp > currentMax else currentMax
        if currentMax >= beta:
            return currentMax
        alpha = currentMax if currentMax > alpha else alpha
    return currentMax


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    currentMin = math.inf
    for _, successor in game.successors(state):
        temp = max_value(game, successor, alpha, beta)
        currentMin = temp if temp < currentMin else currentMin
        if currentMin <= alpha:
            return currentMin
    return currentMin
