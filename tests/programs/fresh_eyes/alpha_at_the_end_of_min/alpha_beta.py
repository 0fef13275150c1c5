import math


def alpha_beta_search(game, state):
    lo, hi = -math.inf, math.inf
    choice = None
    if game.to_move(state) == "max":
        for a, s in game.successors(state):
            got = go(game, s, lo, hi)
            if got > lo:
                lo, choice = got, a
    else:
        for a, s in game.successors(state):
            got = go(game, s, lo, hi)
            if got < hi:
                hi, choice = got, a
    return choice


def go(game, s, lo, hi):
    if game.to_move(s) == "max":
        return max_value(game, s, lo, hi)
    return min_value(game, s, lo, hi)


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    for _, s in game.successors(state):
        alpha = max(alpha, go(game, s, alpha, beta))
        if alpha >= beta:
            return beta
    return alpha


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    for _, s in game.successors(state):
        beta = min(beta, go(game, s, alpha, beta))
        if alpha >= beta:
            return beta
    return alpha
