def max_value(game, s, α, β):
    if game.is_terminal(s):
        return game.utility(s)
    v = None  # sup of nothing
    for a in game.actions(s):
        lo = α if v is None or v < α else v
        w = min_value(game, game.result(s, a), lo, β)
        v = w if v is None or v < w else v
        if β < v:
            break
    return v


def min_value(game, s, α, β):
    if game.is_terminal(s):
        return game.utility(s)
    v = None
    for a in game.actions(s):
        hi = β if v is None or v > β else v
        w = max_value(game, game.result(s, a), α, hi)
        v = w if v is None or w < v else v
        if v < α:
            break
    return v


def alpha_beta_search(game, s):
    u, v = None, None
    oo = float("inf")
    maxi = game.to_move(s) == "max"
    for a in game.actions(s):
        t = game.result(s, a)
        if maxi:
            w = min_value(game, t, -oo if v is None else v, oo)
            if v is None or v < w: u, v = a, w
        else:
            w = max_value(game, t, -oo, oo if v is None else v)
            if v is None or w < v: u, v = a, w
    return u
