class Node:
    def __init__(self, game, state):
        self.game = game
        self.state = state

    @property
    def kind(self):
        return "leaf" if self.game.is_terminal(self.state) else self.game.to_move(self.state)

    def children(self):
        for _, s in self.game.successors(self.state):
            yield Node(self.game, s)

    def value(self):
        return getattr(self, f"_{self.kind}")()

    def _leaf(self):
        return self.game.utility(self.state)

    def _max(self):
        return max(child.value() for child in self.children())

    def _min(self):
        return min(child.value() for child in self.children())

    def _chance(self):
        return sum(p * Node(self.game, s).value() for p, s in self.game.outcomes(self.state))


def max_value(game, state):
    return Node(game, state).value()


min_value = exp_value = max_value


def expectiminimax_search(game, state):
    sign = {"max": 1, "min": -1}[game.to_move(state)]
    return max(game.actions(state), key=lambda a: sign * Node(game, game.result(state, a)).value())
