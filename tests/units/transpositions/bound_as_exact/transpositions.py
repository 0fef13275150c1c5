"""Whatever comes back is kept, and believed in each window."""

from math import inf


def transpositions_search(game, state):
    table = {}
    best, alpha, beta = None, -inf, inf
    for action, child in game.successors(state):
        if game.to_move(state) == "max":
            v = min_value(game, child, alpha, beta, table)
            if v > alpha:
                best, alpha = action, v
        else:
            v = max_value(game, child, alpha, beta, table)
            if v < beta:
                best, beta = action, v
    return best


def max_value(game, state, alpha, beta, table):
    if state in table:
        return table[state]
    if game.is_terminal(state):
        return game.utility(state)
    begun = (alpha, beta)
    v = -inf
    for _, child in game.successors(state):
        v = max(v, min_value(game, child, alpha, beta, table))
        if v >= beta:
            break
        alpha = max(alpha, v)
    table[state] = v
    return v


def min_value(game, state, alpha, beta, table):
    if state in table:
        return table[state]
    if game.is_terminal(state):
        return game.utility(state)
    begun = (alpha, beta)
    v = inf
    for _, child in game.successors(state):
        v = min(v, max_value(game, child, alpha, beta, table))
        if v <= alpha:
            break
        beta = min(beta, v)
    table[state] = v
    return v
