from math import tanh


def strength(checkers, kings):
    return checkers + 1.7 * kings


def checkers(c, k, c2, k2):
    return tanh((strength(c, k) - strength(c2, k2)) / 24)
