"""Alpha-beta.

Notation: s a state, v its value, (α, β) the window, S(s) the successors of s.
"""
from math import inf


def alpha_beta_search(game, s):
    """argmax (argmin) of the values of S(s)"""
    maxi = game.to_move(s) == "max"
    v, u = (-inf, None) if maxi else (inf, None)
    for a, t in game.successors(s):
        w = min_value(game, t, v, inf) if maxi else max_value(game, t, -inf, v)
        if (w > v) if maxi else (w < v):
            v, u = w, a
    return u


def max_value(game, s, α, β):
    # v(s) = u(s)                    if s is terminal
    #      = sup { v(t) : t in S(s) } otherwise
    if game.is_terminal(s):
        return game.utility(s)
    v = -inf
    for _, t in game.successors(s):
        v = max(v, min_value(game, t, v, β))
        if v >= β:
            return v
    return v


def min_value(game, s, α, β):
    # the same with inf
    if game.is_terminal(s):
        return game.utility(s)
    v = inf
    for _, t in game.successors(s):
        v = min(v, max_value(game, t, α, v))
        if v <= α:
            return v
    return v
