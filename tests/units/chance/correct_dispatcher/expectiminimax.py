"""One function asks who is next, and whether the game is over, as in CS 188."""


def value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    player = game.to_move(state)
    if player == "max":
        return max_value(game, state)
    if player == "min":
        return min_value(game, state)
    return exp_value(game, state)


def max_value(game, state):
    return max(value(game, successor) for _, successor in game.successors(state))


def min_value(game, state):
    return min(value(game, successor) for _, successor in game.successors(state))


def exp_value(game, state):
    v = 0
    for p, successor in game.outcomes(state):
        v += p * value(game, successor)
    return v


def expectiminimax_search(game, state):
    values = {a: value(game, game.result(state, a)) for a in game.actions(state)}
    best = max if game.to_move(state) == "max" else min
    return best(values, key=values.get)
