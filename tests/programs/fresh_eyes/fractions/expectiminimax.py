from fractions import Fraction
from math import fsum


def expectiminimax_search(game, state):
    scores = [(val(game, s), a) for a, s in game.successors(state)]
    if game.to_move(state) == "max":
        top = max(v for v, _ in scores)
    else:
        top = min(v for v, _ in scores)
    return next(a for v, a in scores if v == top)


def val(game, s):
    if game.is_terminal(s):
        return game.utility(s)
    return globals()[{"max": "max_value", "min": "min_value", "chance": "exp_value"}[game.to_move(s)]](game, s)


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return max(map(lambda e: val(game, e[1]), game.successors(state)))


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return min(map(lambda e: val(game, e[1]), game.successors(state)))


def exp_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return float(sum(Fraction(p) * Fraction(val(game, s)) for p, s in game.outcomes(state)))
