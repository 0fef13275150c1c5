"""Depth limited minimax, by descent on d."""
from math import inf


def h(game, s, d):
    """value at the boundary, None in the interior"""
    return game.utility(s) if game.is_terminal(s) else game.evaluate(s) if d == 0 else None


def max_value(game, s, d):
    x = h(game, s, d)
    if x is not None:
        return x
    return max(min_value(game, t, d) for _, t in game.successors(s))


def min_value(game, s, d):
    x = h(game, s, d)
    if x is not None:
        return x
    return min(max_value(game, t, d - 1) for _, t in game.successors(s))


def depth_limited_search(game, s, d):
    best, u = None, None
    maxi = game.to_move(s) == "max"
    for a, t in game.successors(s):
        w = min_value(game, t, d - 1) if maxi else -max_value(game, t, d - 1)
        if best is None or w > best:
            best, u = w, a
    return u
