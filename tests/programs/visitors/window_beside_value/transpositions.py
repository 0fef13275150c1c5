"""What is kept is the value and the window in which it was found."""

from math import inf


def known(table, state, alpha, beta):
    if state not in table:
        return None
    v, (lo, hi) = table[state]
    if lo < v < hi:
        return v
    if v >= hi and v >= beta:
        return v
    if v <= lo and v <= alpha:
        return v
    return None


def max_value(game, state, alpha, beta, table):
    v = known(table, state, alpha, beta)
    if v is not None:
        return v
    if game.is_terminal(state):
        return game.utility(state)
    window, v = (alpha, beta), -inf
    try:
        for _, child in game.successors(state):
            v = max(v, min_value(game, child, alpha, beta, table))
            if v >= beta:
                return v
            alpha = max(alpha, v)
        return v
    finally:
        table[state] = v, window


def min_value(game, state, alpha, beta, table):
    v = known(table, state, alpha, beta)
    if v is not None:
        return v
    if game.is_terminal(state):
        return game.utility(state)
    window, v = (alpha, beta), inf
    try:
        for _, child in game.successors(state):
            v = min(v, max_value(game, child, alpha, beta, table))
            if v <= alpha:
                return v
            beta = min(beta, v)
        return v
    finally:
        table[state] = v, window


def transpositions_search(game, state):
    table, best = {}, None
    alpha, beta = -inf, inf
    for action, child in game.successors(state):
        if game.to_move(state) == "max":
            v = min_value(game, child, alpha, beta, table)
            if v > alpha:
                alpha, best = v, action
        else:
            v = max_value(game, child, alpha, beta, table)
            if v < beta:
                beta, best = v, action
    return best
