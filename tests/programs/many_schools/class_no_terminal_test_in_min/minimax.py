class MinimaxAgent:
    def __init__(self, game):
        self.game = game

    def maxi(self, state):
        if self.game.is_terminal(state):
            return self.game.utility(state)
        v = float("-inf")
        for a in self.game.actions(state):
            v = max(v, self.mini(self.game.result(state, a)))
        return v

    def mini(self, state):
        v = float("inf")
        for a in self.game.actions(state):
            v = min(v, self.maxi(self.game.result(state, a)))
        return v

    def choose(self, state):
        if self.game.to_move(state) == "max":
            return max(self.game.actions(state), key=lambda a: self.mini(self.game.result(state, a)))
        return min(self.game.actions(state), key=lambda a: self.maxi(self.game.result(state, a)))


def minimax_search(game, state):
    return MinimaxAgent(game).choose(state)


def max_value(game, state):
    return MinimaxAgent(game).maxi(state)


def min_value(game, state):
    return MinimaxAgent(game).mini(state)
