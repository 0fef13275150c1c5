import math


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    v = -math.inf
    for _, s in game.successors(state):
        v = max(v, pick(game, s)(game, s))
    return v


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    v = math.inf
    for _, s in game.successors(state):
        v = min(v, pick(game, s)(game, s))
    return v


def exp_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    expected = 0
    for p, s in game.outcomes(state):
        f = pick(game, s)
        expected += p + f(game, s)
    return expected


def pick(game, state):
    return {"max": max_value, "min": min_value, "chance": exp_value}.get(
        game.to_move(state), max_value
    )


def expectiminimax_search(game, state):
    values = {a: pick(game, s)(game, s) for a, s in game.successors(state)}
    if game.to_move(state) == "max":
        return max(values, key=lambda a: values[a])
    return min(values, key=lambda a: values[a])
