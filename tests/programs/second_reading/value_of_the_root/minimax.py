from typing import Callable


class Minimax:
    def __init__(self, game, player):
        self.g = game
        self.player = player

    def value(self, s) -> float:
        if self.g.is_terminal(s):
            u = self.g.utility(s)
            return u if self.player == "max" else -u
        f: Callable = max if self.g.to_move(s) == self.player else min
        return f(self.value(t) for _, t in self.g.successors(s))


def max_value(game, state):
    return Minimax(game, "max").value(state)


def min_value(game, state):
    return Minimax(game, "min").value(state)


def minimax_search(game, state):
    m = Minimax(game, game.to_move(state))
    return max(game.actions(state), key=lambda a: m.value(game.result(state, a)))
