class Expectimax:
    """expectimax for pacman"""

    def __init__(self, game):
        self.g = game

    def value(self, state):
        if self.g.is_terminal(state):
            return self.g.utility(state)
        if self.g.to_move(state) == "max":
            return self.maxValue(state)
        return self.expValue(state)

    def maxValue(self, state):
        v = float("-inf")
        for action in self.g.actions(state):
            v = max(v, self.value(self.g.result(state, action)))
        return v

    def expValue(self, state):
        outcomes = self.g.outcomes(state)
        total = 0
        for probability, successor in outcomes:
            total += probability * self.value(successor)
        return total / len(outcomes)


def max_value(game, state):
    return Expectimax(game).value(state)


def exp_value(game, state):
    return Expectimax(game).value(state)


def expectimax_search(game, state):
    agent = Expectimax(game)
    return max(game.actions(state), key=lambda a: agent.value(game.result(state, a)))
