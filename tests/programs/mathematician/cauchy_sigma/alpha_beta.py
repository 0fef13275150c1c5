"""min X = -max(-X), hence one function with a sign σ suffices."""
from math import inf

σ_of = {"max": 1, "min": -1}


def v(game, s, α, β, σ):
    """σ times the value of s, in the window (α, β) of the player σ"""
    if game.is_terminal(s):
        return game.utility(s)
    x = -inf
    for _, t in game.successors(s):
        x = max(x, -v(game, t, -β, -α, -σ))
        if x >= β:
            return x
        α = max(α, x)
    return x


def max_value(game, s, α, β):
    return v(game, s, α, β, 1)


def min_value(game, s, α, β):
    return -v(game, s, -β, -α, -1)


def alpha_beta_search(game, s):
    σ = σ_of[game.to_move(s)]
    α, u = -inf, None
    for a, t in game.successors(s):
        w = -v(game, t, -inf, -α, -σ)
        if w > α:
            α, u = w, a
    return u
