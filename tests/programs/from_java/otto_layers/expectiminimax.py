import math


class ExpectiSolver:
    def __init__(self, game):
        self.game = game

    def maxLayer(self, state):
        if self.game.is_terminal(state):
            return self.game.utility(state)
        values = [self.next(child) for (_, child) in self.game.successors(state)]
        v = -math.inf
        for x in values:
            v = x if x > v else v
        return v

    def minLayer(self, state):
        if self.game.is_terminal(state):
            return self.game.utility(state)
        values = [self.next(child) for (_, child) in self.game.successors(state)]
        v = math.inf
        for x in values:
            v = x if x < v else v
        return v

    def chanceLayer(self, state):
        if self.game.is_terminal(state):
            return self.game.utility(state)
        v = 0
        for (p, child) in self.game.outcomes(state):
            v += p * self.next(child)
        return v

    def next(self, state):
        mover = self.game.to_move(state)
        if mover == "chance" and not self.game.is_terminal(state):
            return self.chanceLayer(state)
        if mover == "max":
            return self.maxLayer(state)
        return self.minLayer(state)


def max_value(game, state):
    return ExpectiSolver(game).maxLayer(state)


def min_value(game, state):
    return ExpectiSolver(game).minLayer(state)


def exp_value(game, state):
    return ExpectiSolver(game).chanceLayer(state)


def expectiminimax_search(game, state):
    solver = ExpectiSolver(game)
    mover = game.to_move(state)
    best = None
    bestAction = None
    for (action, child) in game.successors(state):
        v = solver.chanceLayer(child)
        if best is None or (mover == "max" and v > best) or (mover == "min" and v < best):
            best = v
            bestAction = action
    return bestAction
