class AlphaBetaAgent:
    """was: class AlphaBetaAgent(MultiAgentSearchAgent)"""

    def __init__(self, game, index=0):
        self.game = game
        self.index = index

    def getAction(self, gameState):
        alpha, beta = float("-inf"), float("inf")
        best = None
        for action in self.game.actions(gameState):
            succ = self.game.result(gameState, action)
            if self.index == 0:
                score = self.minimizer(succ, alpha, beta)
                if score > alpha:
                    alpha, best = score, action
            else:
                score = self.maximizer(succ, alpha, beta)
                if score < beta:
                    beta, best = score, action
        return best

    def maximizer(self, gameState, alpha, beta):
        if self.game.is_terminal(gameState):
            return self.game.utility(gameState)
        for action in self.game.actions(gameState):
            score = self.minimizer(self.game.result(gameState, action), alpha, beta)
            if score >= beta:
                return beta
            if score > alpha:
                alpha = score
        return alpha

    def minimizer(self, gameState, alpha, beta):
        if self.game.is_terminal(gameState):
            return self.game.utility(gameState)
        for action in self.game.actions(gameState):
            score = self.maximizer(self.game.result(gameState, action), alpha, beta)
            if score <= alpha:
                return alpha
            if score < beta:
                beta = score
        return beta


def max_value(game, state, alpha, beta):
    return AlphaBetaAgent(game).maximizer(state, alpha, beta)


def min_value(game, state, alpha, beta):
    return AlphaBetaAgent(game).minimizer(state, alpha, beta)


def alpha_beta_search(game, state):
    index = {"max": 0, "min": 1}[game.to_move(state)]
    return AlphaBetaAgent(game, index).getAction(state)
