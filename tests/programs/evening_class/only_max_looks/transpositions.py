from math import inf


def transpositions_search(game, state):
    seen = dict()
    alpha, beta = -inf, inf
    answer = None
    if game.to_move(state) == "max":
        for a, s in game.successors(state):
            value = min_value(game, s, alpha, beta, seen)
            if value > alpha:
                alpha, answer = value, a
    else:
        for a, s in game.successors(state):
            value = max_value(game, s, alpha, beta, seen)
            if value < beta:
                beta, answer = value, a
    return answer


def max_value(game, state, alpha, beta, table):
    # have we been here before?
    if state in table:
        how, value = table[state]
        if how == "exact" or (how == "lower" and value >= beta) or (how == "upper" and value <= alpha):
            return value
    if game.is_terminal(state):
        return game.utility(state)
    alpha0, value = alpha, -inf
    for a, s in game.successors(state):
        value = max(value, min_value(game, s, alpha, beta, table))
        if value >= beta:
            break
        alpha = max(alpha, value)
    remember(table, state, value, alpha0, beta)
    return value


def min_value(game, state, alpha, beta, table):
    if game.is_terminal(state):
        return game.utility(state)
    beta0, value = beta, inf
    for a, s in game.successors(state):
        value = min(value, max_value(game, s, alpha, beta, table))
        if value <= alpha:
            break
        beta = min(beta, value)
    remember(table, state, value, alpha, beta0)
    return value


def remember(table, state, value, alpha, beta):
    if value <= alpha:
        table[state] = ("upper", value)
    elif value >= beta:
        table[state] = ("lower", value)
    else:
        table[state] = ("exact", value)
