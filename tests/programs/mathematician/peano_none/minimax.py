# v = None means: sup of the empty set, not yet defined


def better(w, v, σ):
    """is w better than v, for the player of sign σ?"""
    return not v or σ * w > σ * v


def opt(game, s, σ):
    """(v, a): value of s and the action for it, a is None in a leaf"""
    if game.is_terminal(s):
        return game.utility(s), None
    v, u = None, None
    for a, t in game.successors(s):
        w, _ = opt(game, t, -σ)
        if better(w, v, σ):
            v, u = w, a
    return v, u


def max_value(game, s):
    return opt(game, s, 1)[0]


def min_value(game, s):
    return opt(game, s, -1)[0]


def minimax_search(game, s):
    return opt(game, s, 1 if game.to_move(s) == "max" else -1)[1]
