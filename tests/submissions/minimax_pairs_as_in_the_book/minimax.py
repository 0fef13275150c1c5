"""MINIMAX-SEARCH, fig. 5.3: the functions return a (utility, move) pair."""
from math import inf


def minimax_search(game, state):
    if game.to_move(state) == "max":
        value, move = max_value(game, state)
    else:
        value, move = min_value(game, state)
    return move


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state), None
    v, move = -inf, None
    for a in game.actions(state):
        v2, a2 = min_value(game, game.result(state, a))
        if v2 > v:
            v, move = v2, a
    return v, move


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state), None
    v, move = +inf, None
    for a in game.actions(state):
        v2, a2 = max_value(game, game.result(state, a))
        if v2 < v:
            v, move = v2, a
    return v, move
