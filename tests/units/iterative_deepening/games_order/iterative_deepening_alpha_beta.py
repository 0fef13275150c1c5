"""Mistake: each round goes through the actions in the game's order."""


class TimeIsUp(Exception):
    pass


def check(game):
    if game.time_is_up():
        raise TimeIsUp


def iterative_deepening_alpha_beta_search(game, state):
    order = list(game.actions(state))
    best = order[0]
    depth = 1
    while True:
        horizon = []
        values = {}
        try:
            best = round_of(game, state, order, values, depth, horizon)
        except TimeIsUp:
            return best
        if len(horizon) == 0:
            return best
        depth = depth + 1


def round_of(game, state, order, values, depth, horizon):
    check(game)
    best = None
    alpha = float("-inf")
    beta = float("inf")
    for action in order:
        check(game)
        child = game.result(state, action)
        if game.to_move(state) == "max":
            values[action] = min_value(game, child, alpha, beta, depth - 1, horizon)
            if values[action] > alpha:
                alpha = values[action]
                best = action
        else:
            values[action] = max_value(game, child, alpha, beta, depth - 1, horizon)
            if values[action] < beta:
                beta = values[action]
                best = action
    return best


def max_value(game, state, alpha, beta, depth, horizon):
    check(game)
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        horizon += [state]
        return game.evaluate(state)
    value = None
    for action in game.actions(state):
        check(game)
        child = game.result(state, action)
        found = min_value(game, child, alpha, beta, depth - 1, horizon)
        if value is None or found > value:
            value = found
        if value >= beta:
            return value
        if value > alpha:
            alpha = value
    return value


def min_value(game, state, alpha, beta, depth, horizon):
    check(game)
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        horizon += [state]
        return game.evaluate(state)
    value = None
    for action in game.actions(state):
        check(game)
        child = game.result(state, action)
        found = max_value(game, child, alpha, beta, depth - 1, horizon)
        if value is None or found < value:
            value = found
        if value <= alpha:
            return value
        if value < beta:
            beta = value
    return value
