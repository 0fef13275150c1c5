"""Depth limited minimax. A quick win is nicer than a slow one, so I count the plies in."""
from math import inf


def depth_limited_search(game, state, depth):
    options = game.successors(state)
    if game.to_move(state) == "max":
        scores = [score(game, s, depth - 1) for _, s in options]
        best = max(scores)
    else:
        scores = [score(game, s, depth - 1) for _, s in options]
        best = min(scores)
    return options[scores.index(best)][0]


def score(game, state, depth):
    if game.is_terminal(state):
        return final_score(game, state, depth)
    if depth == 0:
        return game.evaluate(state)
    if game.to_move(state) == "max":
        return max_value(game, state, depth)
    return min_value(game, state, depth)


def final_score(game, state, depth):
    """The sooner the better for the winner."""
    u = game.utility(state)
    if u > 0:
        return u + depth
    if u < 0:
        return u - depth
    return u


def max_value(game, state, depth):
    if game.is_terminal(state):
        return final_score(game, state, depth)
    if depth == 0:
        return game.evaluate(state)
    v = -inf
    for _, s in game.successors(state):
        v = max(v, score(game, s, depth - 1))
    return v


def min_value(game, state, depth):
    if game.is_terminal(state):
        return final_score(game, state, depth)
    if depth == 0:
        return game.evaluate(state)
    v = inf
    for _, s in game.successors(state):
        v = min(v, score(game, s, depth - 1))
    return v
