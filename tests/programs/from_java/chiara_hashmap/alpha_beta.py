import math


class TranspositionTable:
    """A HashMap of the positions that we know already."""

    def __init__(self):
        self.values = {}

    def contains(self, state):
        return state in self.values

    def get(self, state):
        return self.values[state]

    def put(self, state, value):
        self.values[state] = value
        return value


class Solver:
    def __init__(self, game):
        self.game = game
        self.table = TranspositionTable()

    def maxValue(self, state, alpha, beta):
        if self.table.contains(state):
            return self.table.get(state)
        if self.game.is_terminal(state):
            return self.table.put(state, self.game.utility(state))
        v = -math.inf
        for action in self.game.actions(state):
            v = max(v, self.minValue(self.game.result(state, action), alpha, beta))
            if v >= beta:
                return self.table.put(state, v)
            alpha = max(alpha, v)
        return self.table.put(state, v)

    def minValue(self, state, alpha, beta):
        if self.table.contains(state):
            return self.table.get(state)
        if self.game.is_terminal(state):
            return self.table.put(state, self.game.utility(state))
        v = math.inf
        for action in self.game.actions(state):
            v = min(v, self.maxValue(self.game.result(state, action), alpha, beta))
            if v <= alpha:
                return self.table.put(state, v)
            beta = min(beta, v)
        return self.table.put(state, v)


def max_value(game, state, alpha, beta):
    return Solver(game).maxValue(state, alpha, beta)


def min_value(game, state, alpha, beta):
    return Solver(game).minValue(state, alpha, beta)


def alpha_beta_search(game, state):
    solver = Solver(game)
    alpha, beta = -math.inf, math.inf
    bestAction = None
    maximize = game.to_move(state) == "max"
    for action in game.actions(state):
        child = game.result(state, action)
        value = solver.minValue(child, alpha, beta) if maximize else solver.maxValue(child, alpha, beta)
        if maximize and value > alpha:
            alpha, bestAction = value, action
        elif not maximize and value < beta:
            beta, bestAction = value, action
    return bestAction
