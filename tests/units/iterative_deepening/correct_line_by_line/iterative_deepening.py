"""Time is asked in the loops, by whoever is about to visit a child, and twice over."""


class TimeIsUp(Exception):
    pass


def check(game):
    if game.time_is_up():
        raise TimeIsUp


def iterative_deepening_search(game, state):
    best = game.actions(state)[0]
    depth = 1
    while True:
        horizon = []
        try:
            best = round_of(game, state, depth, horizon)
        except TimeIsUp:
            return best
        if len(horizon) == 0:
            return best
        depth = depth + 1


def round_of(game, state, depth, horizon):
    check(game)
    best, best_value = None, None
    for action in game.actions(state):
        check(game)
        child = game.result(state, action)
        if game.to_move(state) == "max":
            value = min_value(game, child, depth - 1, horizon)
            if best is None or value > best_value:
                best, best_value = action, value
        else:
            value = max_value(game, child, depth - 1, horizon)
            if best is None or value < best_value:
                best, best_value = action, value
    return best


def max_value(game, state, depth, horizon):
    check(game)
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        horizon += [state]
        return game.evaluate(state)
    value = None
    for action in game.actions(state):
        check(game)
        found = min_value(game, game.result(state, action), depth - 1, horizon)
        if value is None or found > value:
            value = found
    return value


def min_value(game, state, depth, horizon):
    check(game)
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        horizon += [state]
        return game.evaluate(state)
    value = None
    for action in game.actions(state):
        check(game)
        found = max_value(game, game.result(state, action), depth - 1, horizon)
        if value is None or found < value:
            value = found
    return value
