"""σ = +1 for MAX, -1 for MIN. All values below are σ-values: σ times the value for MAX."""
from math import inf


def alpha_beta_search(game, s):
    return ν(game, s, -inf, inf, 1 if game.to_move(s) == "max" else -1)[1]


def max_value(game, s, α, β):
    v, _ = ν(game, s, α, β, +1)
    return v


def min_value(game, s, α, β):
    v, _ = ν(game, s, -β, -α, -1)
    return -v


def ν(game, s, α, β, σ):
    """the pair (σ-value of s, action for it)"""
    if game.is_terminal(s):
        return σ * game.utility(s), None
    v, u = -inf, None
    for a, t in game.successors(s):
        w = -ν(game, t, -β, -max(α, v), -σ)[0]
        if w > v:
            v, u = w, a
        if v >= β:
            break
    return v, u
