import math


def rounds_search(game, state, rounds):
    bestAction = None
    v = -math.inf
    for action, succ in game.successors(state):
        newV = min_value(game, succ, rounds)
        if newV > v:
            v = newV
            bestAction = action
    return bestAction


def max_value(game, state, rounds):
    # pacman
    if game.is_terminal(state):
        return game.utility(state)
    if rounds == 0:
        return game.evaluate(state)
    v = -math.inf
    for action, succ in game.successors(state):
        v = max(v, min_value(game, succ, rounds))
    return v


def min_value(game, state, rounds):
    # ghost
    if game.is_terminal(state):
        return game.utility(state)
    v = math.inf
    for action, succ in game.successors(state):
        v = min(v, max_value(game, succ, rounds - 1))
    return v
