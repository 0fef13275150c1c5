"""Minimax search; a state without successors is worth its utility."""

from functools import partial


def minimax_search(game, state):
    if game.to_move(state) == "max":
        best, value = max, partial(min_value, game)
    else:
        best, value = min, partial(max_value, game)
    action, _ = best(game.successors(state), key=lambda pair: value(pair[1]))
    return action


def max_value(game, state):
    below = (min_value(game, s) for _, s in game.successors(state))
    return max(below, default=game.utility(state))


def min_value(game, state):
    below = (max_value(game, s) for _, s in game.successors(state))
    return min(below, default=game.utility(state))
