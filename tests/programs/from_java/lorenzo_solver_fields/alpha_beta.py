import math


class AlphaBetaSolver:
    """Does the whole search. One object per search."""

    def __init__(self, game, alpha=-math.inf, beta=math.inf):
        self.game = game
        self.alpha = alpha
        self.beta = beta

    def getAlpha(self):
        return self.alpha

    def getBeta(self):
        return self.beta

    def maxValue(self, state):
        if self.game.is_terminal(state):
            return self.game.utility(state)
        value = -math.inf
        for (action, child) in self.game.successors(state):
            childValue = self.minValue(child)
            value = childValue if childValue > value else value
            if value >= self.getBeta():
                return value
            if value > self.getAlpha():
                self.alpha = value
        return value

    def minValue(self, state):
        if self.game.is_terminal(state):
            return self.game.utility(state)
        value = math.inf
        for (action, child) in self.game.successors(state):
            childValue = self.maxValue(child)
            value = childValue if childValue < value else value
            if value <= self.getAlpha():
                return value
            if value < self.getBeta():
                self.beta = value
        return value


def alpha_beta_search(game, state):
    isMax = game.to_move(state) == "max"
    bestAction = None
    bestValue = -math.inf if isMax else math.inf
    solver = AlphaBetaSolver(game)
    for (action, child) in game.successors(state):
        if isMax:
            value = solver.minValue(child)
            if bestAction is None or value > bestValue:
                bestValue = value
                bestAction = action
                solver.alpha = max(solver.alpha, value)
        else:
            value = solver.maxValue(child)
            if bestAction is None or value < bestValue:
                bestValue = value
                bestAction = action
                solver.beta = min(solver.beta, value)
    return bestAction


def max_value(game, state, alpha, beta):
    return AlphaBetaSolver(game, alpha, beta).maxValue(state)


def min_value(game, state, alpha, beta):
    return AlphaBetaSolver(game, alpha, beta).minValue(state)
