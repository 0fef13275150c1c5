import math


class DepthLimitedAlphaBeta:
    """Counts the plies upwards; stops at the limit."""

    def __init__(self, game, limit):
        self.game = game
        self.limit = limit
        self.ply = 0

    def isMaxTurn(self, state):
        return self.game.to_move(state) == "max"

    def run(self, state, alpha, beta, isMax):
        game = self.game
        if game.is_terminal(state):
            return game.utility(state)
        if self.ply >= self.limit:
            return game.evaluate(state)
        self.ply += 1
        try:
            best = -math.inf if isMax else math.inf
            for _, child in game.successors(state):
                value = self.run(child, alpha, beta, not isMax)
                if isMax:
                    best = max(best, value)
                    alpha = max(alpha, best)
                else:
                    best = min(best, value)
                    beta = min(beta, best)
                if alpha >= beta:
                    break
            return best
        finally:
            self.ply -= 1


def max_value(game, state, alpha, beta, depth):
    return DepthLimitedAlphaBeta(game, depth).run(state, alpha, beta, True)


def min_value(game, state, alpha, beta, depth):
    return DepthLimitedAlphaBeta(game, depth).run(state, alpha, beta, False)


def depth_limited_alpha_beta_search(game, state, depth):
    solver = DepthLimitedAlphaBeta(game, depth)
    solver.ply = 1
    isMax = solver.isMaxTurn(state)
    alpha, beta = -math.inf, math.inf
    bestAction = None
    for action, child in game.successors(state):
        value = solver.run(child, alpha, beta, not isMax)
        if isMax and value > alpha:
            alpha = value
            bestAction = action
        if not isMax and value < beta:
            beta = value
            bestAction = action
    return bestAction
