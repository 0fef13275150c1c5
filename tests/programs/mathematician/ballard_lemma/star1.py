"""Star1. Lemma: if L <= u <= U, then at a chance node with known part v and rest r

    v + r L <= V <= v + r U.
"""
from math import inf


def value(game, s, α, β):
    if game.is_terminal(s):
        return game.utility(s)
    who = game.to_move(s)
    return (max_value if who == "max" else min_value if who == "min" else exp_value)(game, s, α, β)


def max_value(game, s, α, β):
    if game.is_terminal(s):
        return game.utility(s)
    v = -inf
    for _, t in game.successors(s):
        v = max(v, value(game, t, α, β))
        if v >= β:
            return v
        α = max(α, v)
    return v


def min_value(game, s, α, β):
    if game.is_terminal(s):
        return game.utility(s)
    v = inf
    for _, t in game.successors(s):
        v = min(v, value(game, t, α, β))
        if v <= α:
            return v
        β = min(β, v)
    return v


def exp_value(game, s, α, β):
    if game.is_terminal(s):
        return game.utility(s)
    try:
        L, U = game.bounds()
    except ValueError:
        return sum(p * value(game, t, -inf, inf) for p, t in game.outcomes(s))
    v, r = 0.0, 1.0
    for p, t in game.outcomes(s):
        r -= p
        lo = (α - v - r * L) / p
        hi = (β - v - r * U) / p
        v += p * value(game, t, lo, hi)
        if v + r * U <= α:
            return v + r * U
        if v + r * L >= β:
            return v + r * L
    return v


def star1_search(game, s):
    α, β, u = -inf, inf, None
    maxi = game.to_move(s) == "max"
    for a, t in game.successors(s):
        w = value(game, t, α, β)
        if maxi and w > α:
            α, u = w, a
        elif not maxi and w < β:
            β, u = w, a
    return u
