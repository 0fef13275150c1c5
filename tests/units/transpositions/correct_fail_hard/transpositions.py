"""Fail-hard, as engines do: what is returned and kept is never outside of the window."""

from collections import namedtuple
from math import inf

Entry = namedtuple("Entry", "score flag")


def transpositions_search(game, state):
    table, alpha, beta, best = {}, -inf, inf, None
    for action, child in game.successors(state):
        if game.to_move(state) == "max":
            score = min_value(game, child, alpha, beta, table)
            if score > alpha:
                alpha, best = score, action
        else:
            score = max_value(game, child, alpha, beta, table)
            if score < beta:
                beta, best = score, action
    return best


def probe(table, state, alpha, beta):
    entry = table.get(state)
    if entry is None:
        return None
    if entry.flag == "exact":
        return min(max(entry.score, alpha), beta)
    if entry.flag == "beta" and entry.score >= beta:
        return beta
    if entry.flag == "alpha" and entry.score <= alpha:
        return alpha
    return None


def max_value(game, state, alpha, beta, table):
    known = probe(table, state, alpha, beta)
    if known is not None:
        return known
    if game.is_terminal(state):
        return game.utility(state)
    flag = "alpha"
    for _, child in game.successors(state):
        score = min_value(game, child, alpha, beta, table)
        if score >= beta:
            table[state] = Entry(beta, "beta")
            return beta
        if score > alpha:
            alpha, flag = score, "exact"
    table[state] = Entry(alpha, flag)
    return alpha


def min_value(game, state, alpha, beta, table):
    known = probe(table, state, alpha, beta)
    if known is not None:
        return known
    if game.is_terminal(state):
        return game.utility(state)
    flag = "beta"
    for _, child in game.successors(state):
        score = max_value(game, child, alpha, beta, table)
        if score <= alpha:
            table[state] = Entry(alpha, "alpha")
            return alpha
        if score < beta:
            beta, flag = score, "exact"
    table[state] = Entry(beta, flag)
    return beta
