from __future__ import annotations

import math


def star1_search(game, state):
    alpha, beta = -math.inf, math.inf
    best = None
    if game.to_move(state) == "max":
        for a, s in game.successors(state):
            w = value(game, s, alpha, beta)
            if best is None or w > alpha:
                best = a
            alpha = max(alpha, w)
    else:
        for a, s in game.successors(state):
            w = value(game, s, alpha, beta)
            if best is None or w < beta:
                best = a
            beta = min(beta, w)
    return best


def value(game, state, alpha, beta):
    who = game.to_move(state)
    return {"max": max_value, "min": min_value, "chance": exp_value}[who](
        game, state, alpha, beta
    )


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = -math.inf
    for _, s in game.successors(state):
        v = max(v, value(game, s, alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = math.inf
    for _, s in game.successors(state):
        v = min(v, value(game, s, alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v


def bounds(game):
    try:
        return game.bounds()
    except ValueError:
        # nothing known: the utilities can be anything
        return -math.inf, math.inf


def exp_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    least, greatest = bounds(game)
    v, rest = 0, 1
    for p, s in game.outcomes(state):
        rest -= p
        low = (alpha - v - rest * greatest) / p
        high = (beta - v - rest * least) / p
        v += p * value(game, s, low, high)
        if v + rest * greatest <= alpha:
            return v + rest * greatest
        if v + rest * least >= beta:
            return v + rest * least
    return v
