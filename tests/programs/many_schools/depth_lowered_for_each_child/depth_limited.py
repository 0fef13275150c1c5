import math


def depth_limited_search(game, state, depth):
    mover = game.to_move(state)
    scored = []
    for action, s in game.successors(state):
        scored.append((min_value(game, s, depth - 1) if mover == "max" else max_value(game, s, depth - 1), action))
    values = [v for v, _ in scored]
    target = max(values) if mover == "max" else min(values)
    return scored[values.index(target)][1]


def max_value(game, state, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if depth <= 0:
        return game.evaluate(state)
    v = -math.inf
    for _, s in game.successors(state):
        depth -= 1
        v = max(v, min_value(game, s, depth))
    return v


def min_value(game, state, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if depth <= 0:
        return game.evaluate(state)
    v = math.inf
    for _, s in game.successors(state):
        depth -= 1
        v = min(v, max_value(game, s, depth))
    return v
