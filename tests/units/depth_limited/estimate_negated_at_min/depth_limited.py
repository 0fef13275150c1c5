from math import inf


def depth_limited_search(game, state, depth):
    if game.to_move(state) == "max":
        return max(
            game.successors(state), key=lambda p: min_value(game, p[1], depth - 1)
        )[0]
    return min(game.successors(state), key=lambda p: max_value(game, p[1], depth - 1))[
        0
    ]


def max_value(game, state, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    v = -inf
    for _, child in game.successors(state):
        v = max(v, min_value(game, child, depth - 1))
    return v


def min_value(game, state, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return -game.evaluate(state)  # an estimate is the mover's, is it not?
    v = inf
    for _, child in game.successors(state):
        v = min(v, max_value(game, child, depth - 1))
    return v
