# uses one "best" per player stored in a list on the way
from functools import partial
inf = float("inf")


def alpha_beta_search(game, state):
    mx = game.to_move(state) == "max"
    a, b = -inf, inf
    pick = None
    for act in game.actions(state):
        v = (min_value if mx else max_value)(game, game.result(state, act), a, b)
        if mx and v > a:
            a, pick = v, act
        if not mx and v < b:
            b, pick = v, act
    return pick


def max_value(game, s, alpha, beta):
    if game.is_terminal(s):
        return game.utility(s)
    v = -inf
    for act in game.actions(s):
        v = max(v, min_value(game, game.result(s, act), alpha, beta))
        if v >= beta:
            return v
        if v > alpha:
            alpha = v
    return v


def min_value(game, s, alpha, beta):
    if game.is_terminal(s):
        return game.utility(s)
    v = inf
    for act in game.actions(s):
        v = min(v, max_value(game, game.result(s, act), alpha, beta))
        if v < alpha:
            return alpha
        if v > beta:
            beta = v
    return v
