from math import inf


def depth_limited_alpha_beta_search(game, s, n):
    lo, hi, u = -inf, inf, None
    if game.to_move(s) == "max":
        for a, t in game.successors(s):
            if (w := min_value(game, t, lo, hi, n - 1)) > lo:
                lo, u = w, a
    else:
        for a, t in game.successors(s):
            if (w := max_value(game, t, lo, hi, n - 1)) < hi:
                hi, u = w, a
    return u


def max_value(game, s, lo, hi, n):
    if game.is_terminal(s):
        return game.utility(s)
    if n == 0:
        return game.evaluate(s)
    v = -inf
    for _, t in game.successors(s):
        v = max(v, min_value(game, t, lo, hi, n - 1))
        if v >= hi:
            return v
        lo = max(lo, v)
    return v


def min_value(game, s, lo, hi, n):
    if game.is_terminal(s):
        return game.utility(s)
    if n == 0:
        return -game.evaluate(s)  # for MIN
    v = inf
    for _, t in game.successors(s):
        v = min(v, max_value(game, t, lo, hi, n - 1))
        if v <= lo:
            return v
        hi = min(hi, v)
    return v
