"""The lecture's alpha and beta with a table: no v, and utilities as they are."""

from math import inf


def transpositions_search(game, state):
    best = None
    low, high, known = -inf, inf, {}
    for action in game.actions(state):
        child = game.result(state, action)
        if game.to_move(state) == "max":
            worth = min_value(game, child, low, high, known)
            if worth > low:
                best, low = action, worth
        else:
            worth = max_value(game, child, low, high, known)
            if worth < high:
                best, high = action, worth
    return best


def max_value(game, state, alpha, beta, table):
    return either(game, state, [alpha, beta], table, 0)


def min_value(game, state, alpha, beta, table):
    return either(game, state, [alpha, beta], table, 1)


def either(game, state, window, table, mine):
    """MAX moves the first end of the window, MIN the second."""
    alpha, beta = window
    if state in table:
        least, most = table[state]
        if least == most or least >= beta:
            return least
        if most <= alpha:
            return most
    if game.is_terminal(state):
        return game.utility(state)
    better = (max, min)[mine]
    for _, child in game.successors(state):
        below = either(game, child, list(window), table, 1 - mine)
        window[mine] = better(window[mine], below)
        if window[0] >= window[1]:
            break
    worth = window[mine]
    is_most, is_least = worth <= alpha, worth >= beta
    table[state] = (-inf if is_most else worth, inf if is_least else worth)
    return worth
