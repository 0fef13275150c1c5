import math


class TimeIsUp(Exception):
    pass


def iterative_deepening_search(game, state):
    last = game.actions(state)[0]
    plies = 1
    while True:
        horizon = []
        try:
            last = best_action(game, state, plies, horizon)
        except TimeIsUp:
            return last
        if not horizon:
            return last
        plies += 1


def best_action(game, state, depth, horizon):
    if game.time_is_up():
        raise TimeIsUp
    values = {}
    for action, child in game.successors(state):
        if game.to_move(state) == "max":
            values[action] = min_value(game, child, depth, horizon)
        else:
            values[action] = max_value(game, child, depth, horizon)
    choose = max if game.to_move(state) == "max" else min
    return choose(values, key=values.get)


def max_value(game, state, depth, horizon):
    return either(game, state, depth, horizon, max, min_value)


def min_value(game, state, depth, horizon):
    return either(game, state, depth, horizon, min, max_value)


def either(game, state, depth, horizon, choose, other):
    if game.time_is_up():
        raise TimeIsUp
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        horizon.append(state)
        return game.evaluate(state)
    return choose([other(game, child, depth - 1, horizon) for _, child in game.successors(state)])
