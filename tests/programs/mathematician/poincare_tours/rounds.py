from math import inf

# r tours restants; V(s, r) = u(s) ou h(s) ou max ou min


def V(game, s, r):
    if game.is_terminal(s):
        return game.utility(s)
    if r == 0:
        return game.evaluate(s)
    return max_value(game, s, r) if game.to_move(s) == "max" else min_value(game, s, r)


def max_value(game, s, r):
    if game.is_terminal(s): return game.utility(s)
    if r == 0: return game.evaluate(s)
    return max(V(game, t, r) for _, t in game.successors(s))


def min_value(game, s, r):
    if game.is_terminal(s): return game.utility(s)
    if r == 0: return game.evaluate(s)
    return min(V(game, t, r - 1) for _, t in game.successors(s))


def rounds_search(game, s, r):
    v, u = -inf, None
    for a, t in game.successors(s):
        w = V(game, t, r)
        if w > v:
            v, u = w, a
    return u
