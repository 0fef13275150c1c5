"""The probabilities are read, and not used."""


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    v = float("-inf")
    for _, successor in game.successors(state):
        v = max(v, value(game, successor))
    return v


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    v = float("inf")
    for _, successor in game.successors(state):
        v = min(v, value(game, successor))
    return v


def exp_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    v = 0
    for _, successor in game.outcomes(state):
        v += value(game, successor)
    return v


def value(game, state):
    functions = {"max": max_value, "min": min_value, "chance": exp_value}
    return functions[game.to_move(state)](game, state)


def expectiminimax_search(game, state):
    values = [value(game, successor) for _, successor in game.successors(state)]
    best = max(values) if game.to_move(state) == "max" else min(values)
    return game.actions(state)[values.index(best)]
