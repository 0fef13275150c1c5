"""One recursive function in the manner of negamax: MIN's values change their sign."""

import math

SIGN = {"max": 1, "min": -1}


def search(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    if game.to_move(state) == "chance":
        return sum(p * search(game, s) for p, s in game.outcomes(state))
    sign = SIGN[game.to_move(state)]
    v = -math.inf
    for _, successor in game.successors(state):
        v = max(v, sign * search(game, successor))
    return sign * v


def max_value(game, state):
    return search(game, state)


def min_value(game, state):
    return search(game, state)


def exp_value(game, state):
    return search(game, state)


def expectiminimax_search(game, state):
    sign = SIGN[game.to_move(state)]
    best, choice = -math.inf, None
    for action in game.actions(state):
        v = sign * search(game, game.result(state, action))
        if v > best:
            best, choice = v, action
    return choice
