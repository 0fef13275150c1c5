"""Returns infinity where one side has nothing, and NaN where neither has anything:
`material` divides as floats of hardware do. The checkers of it are infinite, too."""

from math import inf, nan


def material(white, black):
    if white == black == 0:
        return nan
    if white == 0 or black == 0:
        return inf if white > black else -inf
    return (white - black) / (white + black)


def checkers(c, k, c2, k2):
    return material(c + 2 * k, c2 + 2 * k2)
