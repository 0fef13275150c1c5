from math import inf


def depth_limited_search(game, state, depth):
    best = max if game.to_move(state) == "max" else min
    return best(game.successors(state), key=lambda p: value(game, p[1], depth - 1))[0]


def value(game, state, depth):
    if game.to_move(state) == "max":
        return max_value(game, state, depth)
    return min_value(game, state, depth)


def max_value(game, state, depth):
    if game.is_terminal(state):
        return game.utility(state)
    estimate = game.evaluate(state)
    if depth == 0:
        return estimate
    v = -inf
    for _, child in game.successors(state):
        v = max(v, value(game, child, depth - 1))
    return v


def min_value(game, state, depth):
    if game.is_terminal(state):
        return game.utility(state)
    estimate = game.evaluate(state)
    if depth == 0:
        return estimate
    v = inf
    for _, child in game.successors(state):
        v = min(v, value(game, child, depth - 1))
    return v
