import math


class Window:
    def __init__(self, alpha, beta):
        self.alpha = alpha
        self.beta = beta


def alpha_beta_search(game, state):
    window = Window(-math.inf, math.inf)
    successors = game.successors(state)
    bestIndex = 0
    bestValue = -math.inf
    i = 0
    while i < len(successors):
        value = min_value(game, successors[i][1], window.alpha, window.beta)
        if value > bestValue:
            bestValue = value
            bestIndex = i
        window.alpha = max(window.alpha, bestValue)
        i += 1
    return successors[bestIndex][0]


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    successors = game.successors(state)
    v = -math.inf
    i = 0
    while i < len(successors):
        v = max(v, min_value(game, successors[i][1], alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
        i += 1
    return v


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    successors = game.successors(state)
    v = math.inf
    i = 0
    while i < len(successors):
        v = min(v, max_value(game, successors[i][1], alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
        i += 1
    return v
