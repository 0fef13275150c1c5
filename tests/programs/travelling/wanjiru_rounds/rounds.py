import math


class Tafuta:
    def __init__(self, game):
        self.game = game

    def thamani(self, state, rounds):
        if self.game.is_terminal(state):
            return self.game.utility(state)
        if self.game.to_move(state) == "max":
            return self.kubwa(state, rounds)
        return self.ndogo(state, rounds)

    def kubwa(self, state, rounds):
        if rounds == 0:
            return self.game.evaluate(state)
        return max(self.thamani(s, rounds) for _, s in self.game.successors(state))

    def ndogo(self, state, rounds):
        v = math.inf
        for _, s in self.game.successors(state):
            mpya = self.game.to_move(s) == "max"  # a new round begins
            v = min(v, self.thamani(s, rounds - mpya))
        return v


def rounds_search(game, state, rounds):
    t = Tafuta(game)
    return max(game.successors(state), key=lambda p: t.thamani(p[1], rounds))[0]


def max_value(game, state, rounds):
    return Tafuta(game).thamani(state, rounds)


def min_value(game, state, rounds):
    return Tafuta(game).thamani(state, rounds)
