"""Bounds narrow the window, and the narrowed window tells of which kind a value is."""

from math import inf

EXACT, LOWERBOUND, UPPERBOUND = range(3)


def negamax(game, node, α, β, color, table):
    alphaOrig = α
    ttEntry = table.get(node)
    if ttEntry is not None:
        value, flag = color * ttEntry["value"], ttEntry["flag"]
        if color < 0 and flag != EXACT:
            flag = LOWERBOUND if flag == UPPERBOUND else UPPERBOUND
        if flag == EXACT:
            return value
        elif flag == LOWERBOUND:
            α = max(α, value)
        elif flag == UPPERBOUND:
            β = min(β, value)
        if α >= β:
            return value
    if game.is_terminal(node):
        return color * game.utility(node)
    a, b = α, β
    value = -inf
    for _, child in game.successors(node):
        value = max(value, -negamax(game, child, -β, -α, -color, table))
        α = max(α, value)
        if α >= β:
            break
    if value <= a:
        flag = UPPERBOUND
    elif value >= b:
        flag = LOWERBOUND
    else:
        flag = EXACT
    if color < 0 and flag != EXACT:
        flag = LOWERBOUND if flag == UPPERBOUND else UPPERBOUND
    table[node] = {"value": color * value, "flag": flag}
    return value


def max_value(game, state, alpha, beta, table):
    return negamax(game, state, alpha, beta, 1, table)


def min_value(game, state, alpha, beta, table):
    return -negamax(game, state, -beta, -alpha, -1, table)


def transpositions_search(game, state):
    table = dict()
    color = 1 if game.to_move(state) == "max" else -1
    α, best = -inf, None
    for action in game.actions(state):
        value = -negamax(game, game.result(state, action), -inf, -α, -color, table)
        if value > α:
            α, best = value, action
    return best
