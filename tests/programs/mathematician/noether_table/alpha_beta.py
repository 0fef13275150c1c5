from math import inf


class V(dict):
    """the function v : states -> R, written down where it is known already"""


def sup(v, game, s, α, β):
    if s in v:
        return v[s]
    if game.is_terminal(s):
        v[s] = game.utility(s)
        return v[s]
    x = -inf
    for a in game.actions(s):
        x = max(x, inf_(v, game, game.result(s, a), α, β))
        if x >= β:
            break
        α = max(α, x)
    v[s] = x
    return x


def inf_(v, game, s, α, β):
    if s in v:
        return v[s]
    if game.is_terminal(s):
        v[s] = game.utility(s)
        return v[s]
    x = inf
    for a in game.actions(s):
        x = min(x, sup(v, game, game.result(s, a), α, β))
        if x <= α:
            break
        β = min(β, x)
    v[s] = x
    return x


def max_value(game, s, α, β): return sup(V(), game, s, α, β)
def min_value(game, s, α, β): return inf_(V(), game, s, α, β)


def alpha_beta_search(game, s):
    v, α, β, u = V(), -inf, inf, None
    maxi = game.to_move(s) == "max"
    for a in game.actions(s):
        t = game.result(s, a)
        w = inf_(v, game, t, α, β) if maxi else sup(v, game, t, α, β)
        if maxi and w > α:
            α, u = w, a
        if not maxi and w < β:
            β, u = w, a
    return u
