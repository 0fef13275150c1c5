class MinimaxAgent:
    def __init__(self, game):
        self.game = game
        self.bestMove = None

    def getBestMove(self):
        return self.bestMove

    def maximize(self, state):
        if self.game.is_terminal(state):
            return self.game.utility(state)
        bestValue = float("-inf")
        for move in self.game.actions(state):
            value = self.minimize(self.game.result(state, move))
            if value > bestValue:
                bestValue = value
                self.bestMove = move
        return bestValue

    def minimize(self, state):
        if self.game.is_terminal(state):
            return self.game.utility(state)
        bestValue = float("inf")
        for move in self.game.actions(state):
            value = self.maximize(self.game.result(state, move))
            if value < bestValue:
                bestValue = value
                self.bestMove = move
        return bestValue


def minimax_search(game, state):
    agent = MinimaxAgent(game)
    if game.to_move(state) == "max":
        agent.maximize(state)
    else:
        agent.minimize(state)
    return agent.getBestMove()


def max_value(game, state):
    return MinimaxAgent(game).maximize(state)


def min_value(game, state):
    return MinimaxAgent(game).minimize(state)
