import copy
import math


def minimax_search(game, state):
    state = copy.deepcopy(state)
    if game.to_move(state) == "max":
        return max(game.actions(state), key=lambda a: min_value(copy.deepcopy(game), copy.deepcopy(game.result(state, a))))
    else:
        return min(game.actions(state), key=lambda a: max_value(copy.deepcopy(game), copy.deepcopy(game.result(state, a))))


def max_value(game, state):
    s = copy.copy(state)
    if game.is_terminal(s):
        return game.utility(s)
    v = -math.inf
    for a in game.actions(s):
        v = max(v, min_value(game, copy.deepcopy(game.result(s, a))))
    return v


def min_value(game, state):
    s = copy.copy(state)
    if game.is_terminal(s):
        return game.utility(s)
    v = math.inf
    for a in game.actions(s):
        v = min(v, max_value(game, copy.deepcopy(game.result(s, a))))
    return v
