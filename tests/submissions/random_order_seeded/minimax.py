"""Shuffles the children with a seed: the order is another, but always the same."""

import random
from math import inf

random.seed(7)


def children(game, state):
    found = [s for _, s in game.successors(state)]
    random.shuffle(found)
    return found


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
        return game.utility(state)
    return max(min_value(game, s) for s in children(game, state))


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return min(max_value(game, s) for s in children(game, state))
