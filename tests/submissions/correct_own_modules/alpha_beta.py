import minimax
from tools import INFINITY, better


def alpha_beta_search(game, state):
    if game.is_terminal(state):
        return minimax.minimax_search(game, state)
    who = game.to_move(state)
    alpha, beta = -INFINITY, INFINITY
    best = None
    for a, s in game.successors(state):
        v = min_value(game, s, alpha, beta) if who == "max" else max_value(game, s, alpha, beta)
        if best is None or better(who, v, best[0]):
            best = (v, a)
        if who == "max":
            alpha = max(alpha, v)
        else:
            beta = min(beta, v)
    return best[1]


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return minimax.max_value(game, state)
    v = -INFINITY
    for _, s in game.successors(state):
        v = max(v, min_value(game, s, alpha, beta))
        if v >= beta:
            break
        alpha = max(alpha, v)
    return v


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return minimax.min_value(game, state)
    v = INFINITY
    for _, s in game.successors(state):
        v = min(v, max_value(game, s, alpha, beta))
        if v <= alpha:
            break
        beta = min(beta, v)
    return v
