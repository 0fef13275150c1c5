from math import inf


def negamax_alpha_beta_search(game, s):
    p, α, u = game.to_move(s), -inf, None
    for a, t in game.successors(s):
        w = ν(game, p, t, α, inf)
        if w > α:
            α, u = w, a
    return u


def ν(game, p, t, α, β):
    """value of t to the player p, in the window (α, β) of p"""
    return negamax(game, t, α, β) if game.to_move(t) == p else -negamax(game, t, -α, -β)


def negamax(game, s, α, β):
    p = game.to_move(s)
    if game.is_terminal(s):
        return game.utility(s, p)
    v = -inf
    for _, t in game.successors(s):
        v = max(v, ν(game, p, t, α, β))
        if v >= β:
            return v
        α = max(α, v)
    return v
