from math import inf


def argmax(A, f):
    """The first a in A with the largest f(a, x), x the largest before.

    >>> argmax([1, -3, 3], lambda a, x: a * a)
    -3
    """
    best, fbest = None, -inf
    for a in A:
        fa = f(a, fbest)
        if fa > fbest:
            best, fbest = a, fa
    return best


def alpha_beta_search(game, s):
    # f(a, x): the value of the action a, if x is certain already
    f = lambda a, x: min_value(game, game.result(s, a), x, inf)
    return argmax(game.actions(s), f)


def max_value(game, s, lo, hi):
    if game.is_terminal(s):
        return game.utility(s)
    v = -inf
    for a in game.actions(s):
        v = max(v, min_value(game, game.result(s, a), lo, hi))
        if v >= hi:
            return v
        lo = max(lo, v)
    return v


def min_value(game, s, lo, hi):
    if game.is_terminal(s):
        return game.utility(s)
    v = inf
    for a in game.actions(s):
        v = min(v, max_value(game, game.result(s, a), lo, hi))
        if v <= lo:
            return v
        lo = min(lo, v)
    return v
