"""AlphaBetaWithMemory (Plaat et al. 1996): both bounds of a position are kept and narrow the window."""

from math import inf


def with_memory(game, n, alpha, beta, table, maximizing):
    if n in table:
        low, high = table[n]
        if low >= beta:
            return low
        if high <= alpha:
            return high
        alpha = max(alpha, low)
        beta = min(beta, high)
        if alpha >= beta:
            return alpha
    if game.is_terminal(n):
        return game.utility(n)
    if maximizing:
        g, a = -inf, alpha
        for _, c in game.successors(n):
            if g >= beta:
                break
            g = max(g, with_memory(game, c, a, beta, table, False))
            a = max(a, g)
    else:
        g, b = inf, beta
        for _, c in game.successors(n):
            if g <= alpha:
                break
            g = min(g, with_memory(game, c, alpha, b, table, True))
            b = min(b, g)
    low, high = table.get(n, (-inf, inf))
    if g <= alpha:
        high = g
    elif g >= beta:
        low = g
    else:
        low = high = g
    table[n] = low, high
    return g


def max_value(game, state, alpha, beta, table):
    return with_memory(game, state, alpha, beta, table, True)


def min_value(game, state, alpha, beta, table):
    return with_memory(game, state, alpha, beta, table, False)


def transpositions_search(game, state):
    table, best = {}, None
    alpha, beta = -inf, inf
    for action, child in game.successors(state):
        if game.to_move(state) == "max":
            v = with_memory(game, child, alpha, beta, table, False)
            if v > alpha:
                alpha, best = v, action
        else:
            v = with_memory(game, child, alpha, beta, table, True)
            if v < beta:
                beta, best = v, action
    return best
