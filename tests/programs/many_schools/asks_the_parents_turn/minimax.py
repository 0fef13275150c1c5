import math


def _step(game, state, child):
    if game.to_move(state) == "max":
        return min_value(game, child)
    return max_value(game, child)


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    v = -math.inf
    for a in game.actions(state):
        v = max(v, _step(game, state, game.result(state, a)))
    return v


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    v = math.inf
    for a in game.actions(state):
        v = min(v, _step(game, state, game.result(state, a)))
    return v


def minimax_search(game, state):
    best = {a: _step(game, state, game.result(state, a)) for a in game.actions(state)}
    pick = max if game.to_move(state) == "max" else min
    return pick(best, key=best.get)
