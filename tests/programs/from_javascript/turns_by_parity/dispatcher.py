import math


def value(game, state, depth=None):
    if game.is_terminal(state):
        return game.utility(state)
    if depth is None:
        depth = 0 if game.to_move(state) == "max" else 1
    if depth % 2 == 0:
        return max_value(game, state, depth)
    return min_value(game, state, depth)


def max_value(game, state, depth=0):
    v = -math.inf
    for a in game.actions(state):
        v = max(v, value(game, game.result(state, a), depth + 1))
    return v


def min_value(game, state, depth=1):
    v = math.inf
    for a in game.actions(state):
        v = min(v, value(game, game.result(state, a), depth + 1))
    return v


def dispatcher_search(game, state):
    if game.to_move(state) == "max":
        return max(game.actions(state), key=lambda a: value(game, game.result(state, a)))
    return min(game.actions(state), key=lambda a: value(game, game.result(state, a)))
