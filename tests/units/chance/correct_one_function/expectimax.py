"""One recursive function, which the other two call."""

import math


def search(game, state):
    if game.is_terminal(state):
        return game.utility(state), None
    if game.to_move(state) == "chance":
        return math.fsum(p * search(game, s)[0] for p, s in game.outcomes(state)), None
    best, choice = -math.inf, None
    for action, successor in game.successors(state):
        v, _ = search(game, successor)
        if v > best:
            best, choice = v, action
    return best, choice


def max_value(game, state):
    return search(game, state)[0]


def exp_value(game, state):
    return search(game, state)[0]


def expectimax_search(game, state):
    return search(game, state)[1]
