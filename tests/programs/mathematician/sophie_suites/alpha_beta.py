"""alpha-beta with sequences: v_k = max(w_1, ..., w_k), stop at the first k with v_k >= beta"""
from itertools import accumulate
from math import inf


def first(xs, pred):
    """first x with pred(x), or else the last one

    >>> first([1, 4, 2], lambda x: x > 3)
    4
    """
    for x in xs:
        if pred(x):
            return x
    return xs[-1]


def max_value(game, s, alpha, beta):
    if game.is_terminal(s):
        return game.utility(s)
    w, lo = [], alpha
    for a in game.actions(s):
        w.append(min_value(game, game.result(s, a), lo, beta))
        lo = max(lo, w[-1])
    v = list(accumulate(w, max))
    return first(v, lambda x: x >= beta)


def min_value(game, s, alpha, beta):
    if game.is_terminal(s):
        return game.utility(s)
    w, hi = [], beta
    for a in game.actions(s):
        w.append(max_value(game, game.result(s, a), alpha, hi))
        hi = min(hi, w[-1])
    v = list(accumulate(w, min))
    return first(v, lambda x: x <= alpha)


def alpha_beta_search(game, s):
    A = game.actions(s)
    lo, hi, best = -inf, inf, A[0]
    if game.to_move(s) == "max":
        for a in A:
            w = min_value(game, game.result(s, a), lo, hi)
            if w > lo:
                lo, best = w, a
    else:
        for a in A:
            w = max_value(game, game.result(s, a), lo, hi)
            if w < hi:
                hi, best = w, a
    return best
