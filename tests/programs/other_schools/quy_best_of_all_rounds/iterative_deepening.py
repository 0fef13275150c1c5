from dataclasses import dataclass, field
from math import inf


class TimeIsUp(Exception):
    pass


@dataclass
class Best:
    value: float = None
    action: str = None


def iterative_deepening_search(game, state):
    best = Best(action=game.actions(state)[0])
    depth = 1
    while True:
        horizon = []
        try:
            action = round_of(game, state, depth, horizon, best)
        except TimeIsUp:
            return best.action
        best.action = action
        if not horizon:
            return best.action
        depth += 1


def round_of(game, state, depth, horizon, best):
    if game.time_is_up():
        raise TimeIsUp
    chosen = best.action
    maximise = game.to_move(state) == "max"
    for a, s in game.successors(state):
        v = value(game, s, depth - 1, horizon)
        if best.value is None or (v > best.value if maximise else v < best.value):
            best.value, chosen = v, a
    return chosen


def best_action(game, state, depth, horizon):
    return round_of(game, state, depth, horizon, Best(action=game.actions(state)[0]))


def value(game, s, depth, horizon):
    return (max_value if game.to_move(s) == "max" else min_value)(game, s, depth, horizon)


def max_value(game, state, depth, horizon):
    if game.time_is_up():
        raise TimeIsUp
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        horizon.append(state)
        return game.evaluate(state)
    return max(value(game, s, depth - 1, horizon) for _, s in game.successors(state))


def min_value(game, state, depth, horizon):
    if game.time_is_up():
        raise TimeIsUp
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        horizon.append(state)
        return game.evaluate(state)
    return min(value(game, s, depth - 1, horizon) for _, s in game.successors(state))
