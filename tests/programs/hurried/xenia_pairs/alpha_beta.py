"""AIMA 4e, Fig. 5.7: functions return (value, move)"""
import math


def alpha_beta_search(game, state):
    player = game.to_move(state)
    if player == "max":
        value, move = max_pair(game, state, -math.inf, math.inf)
    else:
        value, move = min_pair(game, state, -math.inf, math.inf)
    return move


def max_pair(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state), None
    v, move = None, None
    for a in game.actions(state):
        v2, _ = min_pair(game, game.result(state, a), alpha, beta)
        if v is None or v2 > v:
            v, move = v2, a
        if v >= beta:
            return v, move
        alpha = max(alpha, v)
    return v, move


def min_pair(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state), None
    v, move = None, None
    for a in game.actions(state):
        v2, _ = max_pair(game, game.result(state, a), alpha, beta)
        if v is None or v2 < v:
            v, move = v2, a
        if v <= alpha:
            return v, move
        beta = min(beta, v)
    return v, move


def max_value(game, state, alpha, beta):
    return max_pair(game, state, alpha, beta)[0]


def min_value(game, state, alpha, beta):
    return min_pair(game, state, alpha, beta)[0]
