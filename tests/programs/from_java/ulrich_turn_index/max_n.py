class MaxNSolver:
    def __init__(self, game):
        self.game = game
        self.numPlayers = len(game.players())

    def nextPlayer(self, index):
        return (index + 1) % self.numPlayers

    def solve(self, state, index):
        """The payoffs, if the player with this index moves."""
        if self.game.is_terminal(state):
            return self.game.utility(state)
        best = None
        for action in self.game.actions(state):
            payoffs = self.solve(self.game.result(state, action), self.nextPlayer(index))
            if best is None or payoffs[index] > best[index]:
                best = payoffs
        return best


def getIndex(game, state):
    return game.players().index(game.to_move(state))


def max_n(game, state):
    solver = MaxNSolver(game)
    if game.is_terminal(state):
        return game.utility(state)
    return solver.solve(state, getIndex(game, state))


def max_n_search(game, state):
    solver = MaxNSolver(game)
    index = getIndex(game, state)
    bestAction = None
    bestPayoff = None
    for action in game.actions(state):
        payoffs = solver.solve(game.result(state, action), solver.nextPlayer(index))
        if bestPayoff is None or payoffs[index] > bestPayoff:
            bestPayoff = payoffs[index]
            bestAction = action
    return bestAction
