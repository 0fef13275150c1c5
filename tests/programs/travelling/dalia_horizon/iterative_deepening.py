from itertools import count
from math import inf


class TimeIsUp(Exception):
    pass


def iterative_deepening_search(game, state):
    best = game.actions(state)[0]
    for depth in count(1):
        horizon = []
        try:
            best = best_action(game, state, depth, horizon)
        except TimeIsUp:
            return best
        if len(horizon) == 0:
            return best


def best_action(game, state, depth, horizon):
    if game.time_is_up():
        raise TimeIsUp
    successors = game.successors(state)
    if game.to_move(state) == "max":
        pick, value = max, min_value
    else:
        pick, value = min, max_value
    pairs = [(value(game, s, depth - 1, horizon), a) for a, s in successors]
    return pick(pairs, key=lambda pair: pair[0])[1]


def max_value(game, state, depth, horizon):
    if game.time_is_up():
        raise TimeIsUp
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        horizon = horizon + [state]
        return game.evaluate(state)
    v = -inf
    for _, child in game.successors(state):
        v = max(v, min_value(game, child, depth - 1, horizon))
    return v


def min_value(game, state, depth, horizon):
    if game.time_is_up():
        raise TimeIsUp
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        horizon = horizon + [state]
        return game.evaluate(state)
    v = inf
    for _, child in game.successors(state):
        v = min(v, max_value(game, child, depth - 1, horizon))
    return v
