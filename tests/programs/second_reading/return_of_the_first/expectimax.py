import math


def expectimax_search(game, state):
    best = -math.inf
    chosen = None
    for a in game.actions(state):
        v = value(game, game.result(state, a))
        if v > best:
            best, chosen = v, a
    return chosen


def value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return max_value(game, state) if game.to_move(state) == "max" else exp_value(game, state)


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return max([value(game, s) for _, s in game.successors(state)])


def exp_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    v = 0
    for p, s in game.outcomes(state):
        v = v + p * value(game, s)
        return v
