"""CS 188 style, with an agent object, strict cuts, keyword arguments."""
import math


class AlphaBetaAgent:
    MAX, MIN = 0, 1

    def __init__(self, game):
        self.game = game

    def getAction(self, gameState, index):
        return self.getValue(gameState, index, float("-inf"), float("inf"))[1]

    def getValue(self, gameState, index, alpha, beta):
        if self.game.is_terminal(gameState):
            return (self.game.utility(gameState), None)
        fn = {self.MAX: self.maximizer, self.MIN: self.minimizer}[index]
        return fn(gameState=gameState, alpha=alpha, beta=beta)

    def maximizer(self, *, gameState, alpha, beta):
        v = (float("-inf"), None)
        for action in self.game.actions(gameState):
            successor = self.game.result(gameState, action)
            score = self.getValue(successor, self.MIN, alpha, beta)[0]
            if score > v[0]:
                v = (score, action)
            if v[0] > beta:
                return v
            alpha = max(alpha, v[0])
        return v

    def minimizer(self, *, gameState, alpha, beta):
        v = (float("inf"), None)
        for action in self.game.actions(gameState):
            successor = self.game.result(gameState, action)
            score = self.getValue(successor, self.MAX, alpha, beta)[0]
            if score < v[0]:
                v = (score, action)
            if v[0] < alpha:
                return v
            beta = min(beta, v[0])
        return v


def max_value(game, state, alpha, beta):
    return AlphaBetaAgent(game).getValue(state, 0, alpha, beta)[0]


def min_value(game, state, alpha, beta):
    return AlphaBetaAgent(game).getValue(state, 1, alpha, beta)[0]


def alpha_beta_search(game, state):
    return AlphaBetaAgent(game).getAction(state, 0 if game.to_move(state) == "max" else 1)
