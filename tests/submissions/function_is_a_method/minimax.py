class Minimax:
    def __init__(self, game=None):
        self.game = game

    def minimax_search(self, game, state):
        best = None
        for a, s in game.successors(state):
            v = self.min_value(game, s)
            if best is None or v > best[0]:
                best = v, a
        return best[1]

    def max_value(self, game, state):
        if game.is_terminal(state):
            return game.utility(state)
        return max(self.min_value(game, s) for _, s in game.successors(state))

    def min_value(self, game, state):
        if game.is_terminal(state):
            return game.utility(state)
        return min(self.max_value(game, s) for _, s in game.successors(state))
