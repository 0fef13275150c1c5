import math


class Solver:
    def __init__(self, game, alpha=-math.inf, beta=math.inf):
        self.game = game
        self.alpha = alpha
        self.beta = beta

    def maxValue(self, state):
        if self.game.is_terminal(state):
            return self.game.utility(state)
        savedAlpha = self.alpha
        best = None
        try:
            for (_, child) in self.game.successors(state):
                value = self.minValue(child)
                if best is None or value > best:
                    best = value
                if best > self.alpha:
                    self.alpha = best
                if self.alpha >= self.beta:
                    break
            return best
        finally:
            self.alpha = savedAlpha

    def minValue(self, state):
        if self.game.is_terminal(state):
            return self.game.utility(state)
        savedBeta = self.beta
        best = None
        try:
            for (_, child) in self.game.successors(state):
                value = self.maxValue(child)
                if best is None or value < best:
                    best = value
                if best < self.beta:
                    self.beta = best
                if self.beta <= self.alpha:
                    break
            return best
        finally:
            self.beta = savedBeta

    def chooseMax(self, state):
        bestAction = None
        for (action, child) in self.game.successors(state):
            value = self.minValue(child)
            if bestAction is None or value > self.alpha:
                self.alpha = value
                bestAction = action
        return bestAction

    def chooseMin(self, state):
        bestAction = None
        for (action, child) in self.game.successors(state):
            value = self.maxValue(child)
            if bestAction is None or value < self.beta:
                self.beta = value
                bestAction = action
        return bestAction


def max_value(game, state, alpha, beta):
    return Solver(game, alpha, beta).maxValue(state)


def min_value(game, state, alpha, beta):
    return Solver(game, alpha, beta).minValue(state)


def alpha_beta_search(game, state):
    solver = Solver(game)
    return solver.chooseMax(state) if game.to_move(state) == "max" else solver.chooseMin(state)
