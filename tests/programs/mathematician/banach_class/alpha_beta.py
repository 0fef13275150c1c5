from math import inf


class Interval:
    """[lo, hi], never changed: above and below give a new one"""

    def __init__(self, lo=-inf, hi=inf):
        self.lo, self.hi = lo, hi

    def above(self, x):
        return Interval(max(x, self.lo), self.hi)

    def below(self, x):
        return Interval(self.lo, min(x, self.hi))

    @property
    def empty(self):
        return self.hi <= self.lo


def sup(game, s, I):
    if game.is_terminal(s):
        return clip(game.utility(s), I)
    for _, t in game.successors(s):
        I = I.above(inf_(game, t, I))
        if I.empty:
            return I.hi
    return I.lo


def inf_(game, s, I):
    if game.is_terminal(s):
        return clip(game.utility(s), I)
    for _, t in game.successors(s):
        I = I.below(sup(game, t, I))
        if I.empty:
            return I.lo
    return I.hi


def clip(x, I):
    """projection of x to I"""
    return sorted([I.lo, x, I.hi])[1]


def max_value(game, s, α, β):
    return sup(game, s, Interval(α, β))


def min_value(game, s, α, β):
    return inf_(game, s, Interval(α, β))


def alpha_beta_search(game, s):
    I, u = Interval(), None
    up = game.to_move(s) == "max"
    for a, t in game.successors(s):
        x = (inf_ if up else sup)(game, t, I)
        if up and x > I.lo:
            I, u = I.above(x), a
        elif not up and x < I.hi:
            I, u = I.below(x), a
    return u
