import math


def scoreOf(game, child, depth):
    if game.is_terminal(child) or depth - 1 <= 1:
        return game.evaluate(child)
    if game.to_move(child) == "max":
        return max_value(game, child, depth - 1)
    return min_value(game, child, depth - 1)


def max_value(game, state, depth):
    if game.is_terminal(state) or depth == 0:
        return game.evaluate(state)
    best = -math.inf
    for _, child in game.successors(state):
        best = max(best, scoreOf(game, child, depth))
    return best


def min_value(game, state, depth):
    if game.is_terminal(state) or depth == 0:
        return game.evaluate(state)
    best = math.inf
    for _, child in game.successors(state):
        best = min(best, scoreOf(game, child, depth))
    return best


def depth_limited_search(game, state, depth):
    wanted = max if game.to_move(state) == "max" else min
    return wanted(game.successors(state), key=lambda t: scoreOf(game, t[1], depth))[0]
