import math


def transpositions_search(game, state):
    memory = {}
    lo = -math.inf
    hi = math.inf
    chosen = None
    for action in game.actions(state):
        child = game.result(state, action)
        if game.to_move(state) == "max":
            x = min_value(game, child, lo, hi, memory)
            if x > lo:
                lo = x
                chosen = action
        else:
            x = max_value(game, child, lo, hi, memory)
            if x < hi:
                hi = x
                chosen = action
    return chosen


def lookup(memory, state, lo, hi):
    if state in memory:
        x, kind = memory[state]
        if kind == "=":
            return x
        if kind == "<=" and x >= hi:
            return x
        if kind == ">=" and x <= lo:
            return x
    return None


def max_value(game, state, alpha, beta, table):
    x = lookup(table, state, alpha, beta)
    if x is not None:
        return x
    if game.is_terminal(state):
        return game.utility(state)
    lo, x = alpha, -math.inf
    for action in game.actions(state):
        x = max(x, min_value(game, game.result(state, action), lo, beta, table))
        lo = max(lo, x)
        if lo >= beta:
            break
    kind = "<=" if x <= alpha else ">=" if x >= beta else "="
    table[state] = (x, kind)
    return x


def min_value(game, state, alpha, beta, table):
    x = lookup(table, state, alpha, beta)
    if x is not None:
        return x
    if game.is_terminal(state):
        return game.utility(state)
    hi, x = beta, math.inf
    for action in game.actions(state):
        x = min(x, max_value(game, game.result(state, action), alpha, hi, table))
        hi = min(hi, x)
        if alpha >= hi:
            break
    kind = "<=" if x <= alpha else ">=" if x >= beta else "="
    table[state] = (x, kind)
    return x
