import math


def depth_limited_alpha_beta_search(game, state, depth):
    alpha, beta = -math.inf, math.inf
    beste = None
    if game.to_move(state) == "max":
        v = -math.inf
        for handling in game.actions(state):
            w = verdi(game, game.result(state, handling), alpha, beta, depth - 1)
            if beste is None or w > v:
                v, beste = w, handling
            alpha = max(alpha, v)
    else:
        v = math.inf
        for handling in game.actions(state):
            w = verdi(game, game.result(state, handling), alpha, beta, depth - 1)
            if beste is None or w < v:
                v, beste = w, handling
            beta = min(beta, v)
    return beste


def verdi(game, state, alpha, beta, depth):
    # hvem sin tur?
    funksjon = max_value if game.to_move(state) == "max" else min_value
    return funksjon(game, state, alpha, beta, depth)


def max_value(game, state, alpha, beta, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if depth <= 0:
        return game.evaluate(state, "max")
    v = -math.inf
    for handling in game.actions(state):
        v = max(v, verdi(game, game.result(state, handling), alpha, beta, depth - 1))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(game, state, alpha, beta, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if depth <= 0:
        return game.evaluate(state, "min")
    v = math.inf
    for handling in game.actions(state):
        v = min(v, verdi(game, game.result(state, handling), alpha, beta, depth - 1))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
