from math import inf


def depth_limited_search(game, state, depth):
    mover = game.to_move(state)
    values = {}
    for action in game.actions(state):
        child = game.result(state, action)
        if game.to_move(child) == "max":
            values[action] = max_value(game, child, depth - 1)
        else:
            values[action] = min_value(game, child, depth - 1)
    return (max if mover == "max" else min)(values, key=values.get)


def max_value(game, state, depth):
    if depth <= 0:
        return game.evaluate(state)
    if game.is_terminal(state):
        return game.utility(state)
    depth -= 1
    best = -inf
    index = 0
    actions = game.actions(state)
    while index < len(actions):
        v = min_value(game, game.result(state, actions[index]), depth)
        best = v if v > best else best
        index += 1
    return best


def min_value(game, state, depth):
    if depth <= 0:
        return game.evaluate(state)
    if game.is_terminal(state):
        return game.utility(state)
    depth -= 1
    return min([max_value(game, child, depth) for _, child in game.successors(state)])
