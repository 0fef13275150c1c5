from fractions import Fraction


class Horizon:
    def __init__(self, game):
        self.game = game

    def value(self, state, depth):
        if self.game.is_terminal(state):
            return Fraction(self.game.utility(state))
        if depth == 0:
            return Fraction(self.game.evaluate(state))
        if self.game.to_move(state) == "chance":
            return sum(
                (Fraction(p) * self.value(s, depth) for p, s in self.game.outcomes(state)),
                Fraction(0),
            )
        return max(self.value(s, depth - 1) for _, s in self.game.successors(state))


def max_value(game, state, depth):
    return float(Horizon(game).value(state, depth))


exp_value = max_value


def depth_limited_expectimax_search(game, state, depth):
    horizon = Horizon(game)
    return max(game.successors(state), key=lambda pair: horizon.value(pair[1], depth - 1))[0]
