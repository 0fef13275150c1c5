from math import inf


def transpositions_search(game, state):
    cache = {}
    alpha, beta, best = -inf, inf, None
    for a in game.actions(state):
        s = game.result(state, a)
        if game.to_move(state) == "max":
            v = min_value(game, s, alpha, beta, cache)
            if v > alpha:
                alpha, best = v, a
        else:
            v = max_value(game, s, alpha, beta, cache)
            if v < beta:
                beta, best = v, a
    return best


def max_value(game, state, alpha, beta, table):
    if state in table:
        return table[state]
    if game.is_terminal(state):
        return game.utility(state)
    v = -inf
    for _, s in game.successors(state):
        v = max(v, min_value(game, s, alpha, beta, table))
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
    v = inf
    for _, s in game.successors(state):
        v = min(v, max_value(game, s, alpha, beta, table))
        if v <= alpha:
            break
        beta = min(beta, v)
    table[state] = v
    return v
