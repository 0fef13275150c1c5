"""The best action so far, though others were not looked at."""


class TimeIsUp(Exception):
    pass


def iterative_deepening_search(game, state):
    best = game.actions(state)[0]
    depth = 1
    while True:
        horizon = []
        found = best
        value = None
        try:
            for action, child in game.successors(state):
                if game.to_move(state) == "max":
                    v = min_value(game, child, depth - 1, horizon)
                    if value is None or v > value:
                        found, value = action, v
                else:
                    v = max_value(game, child, depth - 1, horizon)
                    if value is None or v < value:
                        found, value = action, v
        except TimeIsUp:
            return found
        best = found
        if not horizon:
            return best
        depth += 1


def max_value(game, state, depth, horizon):
    if game.time_is_up():
        raise TimeIsUp
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        horizon.append(state)
        return game.evaluate(state)
    v = float("-inf")
    for _, child in game.successors(state):
        v = max(v, min_value(game, child, depth - 1, horizon))
    return v


def min_value(game, state, depth, horizon):
    if game.time_is_up():
        raise TimeIsUp
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        horizon.append(state)
        return game.evaluate(state)
    v = float("inf")
    for _, child in game.successors(state):
        v = min(v, max_value(game, child, depth - 1, horizon))
    return v
