class Minimax:
    def __init__(self, game):
        self.game = game

    def search(self, state):
        moves = self.game.actions(state)
        isMax = self.game.to_move(state) == "max"
        bestMove = moves[0]
        bestScore = self.score(self.game.result(state, bestMove))
        for i in range(1, len(moves)):
            currentScore = self.score(self.game.result(state, moves[i]))
            if (isMax and currentScore > bestScore) or (not isMax and currentScore < bestScore):
                bestScore = currentScore
                bestMove = moves[i]
        return bestMove

    def score(self, state):
        if self.game.is_terminal(state):
            return self.game.utility(state)
        if self.game.to_move(state) == "max":
            return self.maxScore(state)
        return self.minScore(state)

    def maxScore(self, state):
        moves = self.game.actions(state)
        best = float("-inf")
        for i in range(1, len(moves)):
            best = max(best, self.score(self.game.result(state, moves[i])))
        return best

    def minScore(self, state):
        moves = self.game.actions(state)
        best = float("inf")
        for i in range(0, len(moves)):
            best = min(best, self.score(self.game.result(state, moves[i])))
        return best


def minimax_search(game, state):
    return Minimax(game).search(state)


def max_value(game, state):
    return Minimax(game).score(state)


def min_value(game, state):
    return Minimax(game).score(state)
