from math import inf


def transpositions_search(game, state):
    table, best, choice = {}, None, None
    is_max = game.to_move(state) == "max"
    look = min_value if is_max else max_value
    for action, child in game.successors(state):
        v = look(game, child, -inf, inf, table)
        if best is None or (v > best if is_max else v < best):
            best, choice = v, action
    return choice


def max_value(game, state, alpha, beta, table):
    known = looked_up(table, state, alpha, beta)
    if known is not None:
        return known
    if game.is_terminal(state):
        return game.utility(state)
    first_alpha = alpha
    v = -inf
    for _, child in game.successors(state):
        v = max(v, min_value(game, child, alpha, beta, table))
        if v >= beta:
            break
        alpha = max(alpha, v)
    store(table, state, v, first_alpha, beta)
    return v


def min_value(game, state, alpha, beta, table):
    known = looked_up(table, state, alpha, beta)
    if known is not None:
        return known
    if game.is_terminal(state):
        return game.utility(state)
    first_beta = beta
    v = inf
    for _, child in game.successors(state):
        v = min(v, max_value(game, child, alpha, beta, table))
        if v <= alpha:
            break
        beta = min(beta, v)
    store(table, state, v, alpha, first_beta)
    return v


def looked_up(table, state, alpha, beta):
    if state not in table:
        return None
    kind, v = table[state]
    if kind == "exact":
        return v
    if kind == "lower" and v >= beta:
        return v
    if kind == "upper" and v <= alpha:
        return v
    return None


def store(table, state, v, alpha, beta):
    if v <= alpha:
        table[state] = ("upper", v)
    elif v >= beta:
        table[state] = ("lower", v)
    else:
        table[state] = ("exact", v)
