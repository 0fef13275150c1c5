"""Adds the time to each utility: it returns another value each time."""

from math import inf
from time import time


def minimax_search(game, state):
    sign = 1 if game.to_move(state) == "max" else -1
    follow = min_value if sign == 1 else max_value
    best, choice = -inf, None
    for action in game.actions(state):
        v = sign * follow(game, game.result(state, action))
        if v > best:
            best, choice = v, action
    return choice


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state) + time()
    return max(min_value(game, s) for _, s in game.successors(state))


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state) + time()
    return min(max_value(game, s) for _, s in game.successors(state))
