import math


class Bounds:
    def __init__(self, lower, upper):
        self.lower = lower
        self.upper = upper

    def copy(self):
        return Bounds(self.lower, self.upper)

    def raiseLower(self, value):
        if value > self.lower:
            self.lower = value

    def reduceUpper(self, value):
        if value < self.upper:
            self.upper = value


def searchMax(game, state, bounds, depth):
    if depth <= 0:
        return game.evaluate(state)
    value = -math.inf
    for action in game.actions(state):
        depth = depth - 1
        child = game.result(state, action)
        value = max(value, searchMin(game, child, bounds.copy(), depth))
        if value >= bounds.upper:
            return value
        bounds.raiseLower(value)
    return value


def searchMin(game, state, bounds, depth):
    if depth <= 0:
        return game.evaluate(state)
    value = math.inf
    for action in game.actions(state):
        depth = depth - 1
        child = game.result(state, action)
        value = min(value, searchMax(game, child, bounds.copy(), depth))
        if value <= bounds.lower:
            return value
        bounds.reduceUpper(value)
    return value


def max_value(game, state, alpha, beta, depth):
    return searchMax(game, state, Bounds(alpha, beta), depth)


def min_value(game, state, alpha, beta, depth):
    return searchMin(game, state, Bounds(alpha, beta), depth)


def depth_limited_alpha_beta_search(game, state, depth):
    bounds = Bounds(-math.inf, math.inf)
    bestAction = None
    if game.to_move(state) == "max":
        for action in game.actions(state):
            value = searchMin(game, game.result(state, action), bounds.copy(), depth - 1)
            if value > bounds.lower or bestAction is None:
                bestAction = action
            bounds.raiseLower(value)
    else:
        for action in game.actions(state):
            value = searchMax(game, game.result(state, action), bounds.copy(), depth - 1)
            if value < bounds.upper or bestAction is None:
                bestAction = action
            bounds.reduceUpper(value)
    return bestAction
