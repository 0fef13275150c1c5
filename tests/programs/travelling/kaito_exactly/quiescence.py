import functools
import math


def quiescence_search(game, state, depth):
    kids = game.successors(state)
    vals = [_v(game, kid, depth - 1) for _, kid in kids]
    target = max(vals) if game.to_move(state) == "max" else min(vals)
    return next(act for (act, _), val in zip(kids, vals) if val == target)


def _v(game, state, depth):
    return (max_value if game.to_move(state) == "max" else min_value)(game, state, depth)


def _leaf(game, state, depth):
    """None when the search has to go on."""
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0 and game.is_quiet(state):
        return game.evaluate(state)
    return None


def max_value(game, state, depth):
    leaf = _leaf(game, state, depth)
    if leaf is not None:
        return leaf
    return functools.reduce(
        lambda best, pair: max(best, _v(game, pair[1], depth - 1)),
        game.successors(state),
        -math.inf,
    )


def min_value(game, state, depth):
    leaf = _leaf(game, state, depth)
    if leaf is not None:
        return leaf
    return functools.reduce(
        lambda best, pair: min(best, _v(game, pair[1], depth - 1)),
        game.successors(state),
        math.inf,
    )
