import math


def quiesce(game, node, depth):
    if game.is_terminal(node):
        return game.utility(node)
    if depth == 0 and game.is_quiet(node):
        return game.evaluate(node)
    maximizingPlayer = game.to_move(node) == "max"
    if maximizingPlayer:
        value = -math.inf
        for _, child in game.successors(node):
            value = max(value, quiesce(game, child, depth - 1))
        return value
    else:  # minimizing player
        value = math.inf
        for _, child in game.successors(node):
            value = min(value, quiesce(game, child, depth - 1))
        return value


def max_value(game, state, depth):
    return quiesce(game, state, depth)


def min_value(game, state, depth):
    return quiesce(game, state, depth)


def quiescence_search(game, state, depth):
    values = {}
    for a, child in game.successors(state):
        values[a] = quiesce(game, child, depth - 1)
    if game.to_move(state) == "max":
        return max(values, key=values.get)
    return min(values, key=values.get)
