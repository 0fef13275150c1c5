"""One dictionary for each kind of bound (and one for exact values)."""

from math import inf


def max_value(game, state, alpha, beta, table):
    return search(game, state, alpha, beta, table, True)


def min_value(game, state, alpha, beta, table):
    return search(game, state, alpha, beta, table, False)


def search(game, state, alpha, beta, table, maximizing):
    exact = table.setdefault("exact", {})
    at_least = table.setdefault("at least", {})
    at_most = table.setdefault("at most", {})
    if state in exact:
        return exact[state]
    if state in at_least and at_least[state] >= beta:
        return at_least[state]
    if state in at_most and at_most[state] <= alpha:
        return at_most[state]
    if game.is_terminal(state):
        return game.utility(state)
    lo, hi = alpha, beta
    v = -inf if maximizing else inf
    for _, child in game.successors(state):
        w = search(game, child, lo, hi, table, not maximizing)
        if maximizing:
            v = max(v, w)
            lo = max(lo, v)
        else:
            v = min(v, w)
            hi = min(hi, v)
        if lo >= hi:
            break
    if v <= alpha:
        at_most[state] = v
    elif v >= beta:
        at_least[state] = v
    else:
        exact[state] = v
    return v


def transpositions_search(game, state):
    table, best = {}, None
    alpha, beta = -inf, inf
    maximizing = game.to_move(state) == "max"
    for action, child in game.successors(state):
        v = search(game, child, alpha, beta, table, not maximizing)
        if maximizing and v > alpha:
            alpha, best = v, action
        elif not maximizing and v < beta:
            beta, best = v, action
    return best
