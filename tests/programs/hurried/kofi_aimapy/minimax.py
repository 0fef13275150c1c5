"""minimax_decision out of aima-python"""
import math


def minimax_search(game, state):
    player = game.to_move(state)
    if player == "max":
        return max(
            game.actions(state),
            key=lambda a: _min(game, game.result(state, a), player),
        )
    return min(
        game.actions(state),
        key=lambda a: _max(game, game.result(state, a), player),
    )


def _max(game, state, player):
    if game.is_terminal(state):
        return game.utility(state, player)
    v = -math.inf
    for a in game.actions(state):
        v = max(v, _min(game, game.result(state, a), player))
    return v


def _min(game, state, player):
    if game.is_terminal(state):
        return game.utility(state, player)
    v = math.inf
    for a in game.actions(state):
        v = min(v, _max(game, game.result(state, a), player))
    return v


def max_value(game, state):
    return _max(game, state, "max")


def min_value(game, state):
    return _min(game, state, "min")
