"""The rounds run in a function within the search, and the root is asked about once."""

from math import inf


class OutOfTime(Exception):
    pass


def iterative_deepening_search(game, root):
    children = game.successors(root)
    better = max if game.to_move(root) == "max" else min
    chosen, depth = children[0][0], 0
    while not game.time_is_up():
        depth += 1
        is_deep = False

        def look(state, left):
            nonlocal is_deep
            if game.time_is_up():
                raise OutOfTime
            if game.is_terminal(state):
                return game.utility(state)
            if left == 0:
                is_deep = True
                return game.evaluate(state)
            values = [look(child, left - 1) for _, child in game.successors(state)]
            return max(values) if game.to_move(state) == "max" else min(values)

        try:
            values = [look(child, depth - 1) for _, child in children]
        except OutOfTime:
            break
        chosen = children[values.index(better(values))][0]
        if not is_deep:
            break
    return chosen


def max_value(game, state, depth, horizon):
    if game.time_is_up():
        raise OutOfTime
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        horizon.append(state)
        return game.evaluate(state)
    v = -inf
    for action in game.actions(state):
        v = max(v, min_value(game, game.result(state, action), depth - 1, horizon))
    return v


def min_value(game, state, depth, horizon):
    if game.time_is_up():
        raise OutOfTime
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        horizon.append(state)
        return game.evaluate(state)
    v = inf
    for action in game.actions(state):
        v = min(v, max_value(game, game.result(state, action), depth - 1, horizon))
    return v
