from math import fsum


def E(game, s):
    """scalar product <p, x>"""
    p, T = zip(*game.outcomes(s))
    x = [V(game, t) for t in T]
    return fsum(pi * xi for pi, xi in zip(p, x))


def V(game, s):
    if game.is_terminal(s):
        return game.utility(s)
    m = game.to_move(s)
    if m == "chance":
        return E(game, s)
    X = sorted(V(game, t) for _, t in game.successors(s))
    return X[-1] if m == "max" else X[0]


# one function, three names
max_value = min_value = exp_value = V


def expectiminimax_search(game, s):
    m, u = game.to_move(s), None
    if m == "chance":
        return None
    for a, t in game.successors(s):
        x = V(game, t) if m == "max" else -V(game, t)
        if u is None or x > y:
            u, y = a, x
    return u
