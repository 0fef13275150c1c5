import math


def max_value(game, state, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if depth <= 0:
        return game.evaluate(state)
    best = -math.inf
    for _, child in game.successors(state):
        best = max(best, other(game, child)(game, child, depth))
        depth -= 1
    return best


def min_value(game, state, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if depth <= 0:
        return game.evaluate(state)
    best = math.inf
    for _, child in game.successors(state):
        best = min(best, other(game, child)(game, child, depth))
        depth -= 1
    return best


def other(game, state):
    return max_value if game.to_move(state) == "max" else min_value


def depth_limited_search(game, state, depth):
    scores = {}
    for action, child in game.successors(state):
        scores[action] = other(game, child)(game, child, depth - 1)
    best = max if game.to_move(state) == "max" else min
    return best(scores, key=scores.get)
