"""Recursion in two directions: to the first successor, and to the rest of the list.

    sup((), v)      = v
    sup((t, *T), v) = v'  if v' >= β,  else sup(T, v'),   v' = max(v, v(t))
"""
oo = float("inf")


def max_value(game, s, α, β):
    def sup(T, v, α):
        if not T:
            return v
        v = max(v, min_value(game, T[0][1], α, β))
        α = max(α, v)
        return v if α >= β else sup(T[1:], v, α)

    return game.utility(s) if game.is_terminal(s) else sup(game.successors(s), -oo, α)


def min_value(game, s, α, β):
    def inf(T, v, β):
        if not T:
            return v
        v = min(v, max_value(game, T[0][1], α, β))
        β = min(β, v)
        return v if β <= α else inf(T[1:], v, β)

    return game.utility(s) if game.is_terminal(s) else inf(game.successors(s), oo, β)


def alpha_beta_search(game, s):
    def step(T, u, α, β):
        if T == ():
            return u
        (a, t), *R = T
        if maxi:
            w = min_value(game, t, α, β)
            return step(tuple(R), a if w > α else u, max(α, w), β)
        w = max_value(game, t, α, β)
        return step(tuple(R), a if w < β else u, α, min(β, w))

    maxi = game.to_move(s) == "max"
    return step(game.successors(s), None, -oo, oo)
