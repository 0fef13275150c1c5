from math import inf


def transpositions_search(game, state):
    table = {}
    alpha, beta = -inf, inf
    best_action = None
    if game.to_move(state) == "max":
        best = -inf
        for action, child in game.successors(state):
            v = min_value(game, child, alpha, beta, table)
            if v > best or best_action is None:
                best = v
                best_action = action
            alpha = max(alpha, best)
    else:
        best = inf
        for action, child in game.successors(state):
            v = max_value(game, child, alpha, beta, table)
            if v < best or best_action is None:
                best = v
                best_action = action
            beta = min(beta, best)
    return best_action


def max_value(game, state, alpha, beta, table):
    if state in table:
        kind, v = table[state]
        if kind == "exact":
            return v
        elif kind == "lower" and v >= beta:
            return v
        elif kind == "upper" and v <= alpha:
            return v
    if game.is_terminal(state):
        return game.utility(state)
    alpha0, beta0 = alpha, beta
    v = -inf
    for action, child in game.successors(state):
        v = max(v, min_value(game, child, alpha, beta, table))
        if v >= beta:
            break
        alpha = max(alpha, v)
    if v <= alpha0:
        table[state] = ("upper", v)
    elif v >= beta0:
        table[state] = ("lower", v)
    else:
        table[state] = ("exact", v)
    return v


def min_value(game, state, alpha, beta, table):
    if state in table:
        kind, v = table[state]
        if kind == "exact":
            return v
        elif kind == "lower" and v >= beta:
            return v
        elif kind == "upper" and v <= alpha:
            return v
    if game.is_terminal(state):
        return game.utility(state)
    alpha0, beta0 = alpha, beta
    v = inf
    for action, child in game.successors(state):
        v = min(v, max_value(game, child, alpha, beta, table))
        if v <= alpha:
            break
        beta = min(beta, v)
    # the mirror image: lower and upper change places
    if v <= alpha0:
        table[state] = ("lower", v)
    elif v >= beta0:
        table[state] = ("upper", v)
    else:
        table[state] = ("exact", v)
    return v
