from math import inf


def star1_search(game, state):
    a, b, pick = -inf, inf, None
    for act, s in game.successors(state):
        v = f(game, s, a, b)
        if game.to_move(state) == "max" and v > a:
            a, pick = v, act
        if game.to_move(state) == "min" and v < b:
            b, pick = v, act
    return pick


def f(game, s, a, b):
    m = game.to_move(s)
    return (max_value if m == "max" else min_value if m == "min" else exp_value)(game, s, a, b)


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = -inf
    for _, s in game.successors(state):
        v = max(v, f(game, s, alpha, beta))
        if v >= beta:
            break
        alpha = max(v, alpha)
    return v


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = inf
    for _, s in game.successors(state):
        v = min(v, f(game, s, alpha, beta))
        if v <= alpha:
            break
        beta = min(v, beta)
    return v


def exp_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = 0
    for p, s in game.outcomes(state):
        v += p * f(game, s, alpha, beta)
    return v
