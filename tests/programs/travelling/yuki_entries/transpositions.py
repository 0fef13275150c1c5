from math import inf
from typing import NamedTuple


class Entry(NamedTuple):
    low: float
    high: float


def answers(entry, alpha, beta):
    if entry is None:
        return None
    if entry.low == entry.high:
        return entry.low
    if entry.low >= beta:
        return entry.low
    if entry.high <= alpha:
        return entry.high
    return None


def entry_of(v, alpha, beta):
    if v <= alpha:
        return Entry(-inf, v)
    if v >= beta:
        return Entry(v, inf)
    return Entry(v, v)


def search(game, state, alpha, beta, table):
    known = answers(table.get(state), alpha, beta)
    if known is not None:
        return known
    if game.is_terminal(state):
        return game.utility(state)
    a, b = alpha, beta
    maximizing = game.to_move(state) == "max"
    v = -inf if maximizing else inf
    for action in game.actions(state):
        w = search(game, game.result(state, action), a, b, table)
        if maximizing:
            v = max(v, w)
            if v >= beta:
                break
            a = max(a, v)
        else:
            v = min(v, w)
            if v <= alpha:
                break
            b = min(b, v)
    table[state] = entry_of(v, alpha, beta)
    return v


def max_value(game, state, alpha, beta, table):
    return search(game, state, alpha, beta, table)


def min_value(game, state, alpha, beta, table):
    return search(game, state, alpha, beta, table)


def transpositions_search(game, state):
    table = {}
    alpha, beta = -inf, inf
    best = None
    for action, child in game.successors(state):
        v = search(game, child, alpha, beta, table)
        if game.to_move(state) == "max":
            if best is None or v > alpha:
                best, alpha = action, v
        elif best is None or v < beta:
            best, beta = action, v
    return best
