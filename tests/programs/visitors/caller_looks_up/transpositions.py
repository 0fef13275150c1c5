"""A child is looked up before it is called; the call itself keeps."""

import math


class Entry:
    __slots__ = ("value", "is_lower", "is_upper")

    def __init__(self, value, is_lower, is_upper):
        self.value, self.is_lower, self.is_upper = value, is_lower, is_upper


def ask(function, game, child, alpha, beta, table):
    entry = table.get(child)
    if entry is not None:
        exact = entry.is_lower and entry.is_upper
        if (
            exact
            or entry.is_lower
            and entry.value >= beta
            or entry.is_upper
            and entry.value <= alpha
        ):
            return entry.value
    return function(game, child, alpha, beta, table)


def keep(table, state, v, alpha, beta):
    table[state] = Entry(v, v > alpha, v < beta)


def max_value(game, state, alpha, beta, table):
    if game.is_terminal(state):
        return game.utility(state)
    v, low = -math.inf, alpha
    for _, child in game.successors(state):
        v = max(v, ask(min_value, game, child, low, beta, table))
        low = max(low, v)
        if v >= beta:
            break
    keep(table, state, v, alpha, beta)
    return v


def min_value(game, state, alpha, beta, table):
    if game.is_terminal(state):
        return game.utility(state)
    v, high = math.inf, beta
    for _, child in game.successors(state):
        v = min(v, ask(max_value, game, child, alpha, high, table))
        high = min(high, v)
        if v <= alpha:
            break
    keep(table, state, v, alpha, beta)
    return v


def transpositions_search(game, state):
    table, best, window = {}, None, [-math.inf, math.inf]
    mine, reply = (0, min_value) if game.to_move(state) == "max" else (1, max_value)
    for action, child in game.successors(state):
        v = ask(reply, game, child, *window, table)
        if window[0] < v < window[1]:
            window[mine], best = v, action
    return best
