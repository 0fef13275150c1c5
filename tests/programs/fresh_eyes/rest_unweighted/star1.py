from math import inf


def star1_search(game, state):
    best, alpha, beta = None, -inf, inf
    maxi = game.to_move(state) == "max"
    for a, s in game.successors(state):
        v = go(game, s, alpha, beta)
        if maxi and v > alpha:
            alpha, best = v, a
        elif not maxi and v < beta:
            beta, best = v, a
    return best


def go(game, s, alpha, beta):
    f = {"max": max_value, "min": min_value, "chance": exp_value}[game.to_move(s)]
    return f(game, s, alpha, beta)


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = -inf
    for _, s in game.successors(state):
        v = max(v, go(game, s, alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = inf
    for _, s in game.successors(state):
        v = min(v, go(game, s, alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v


def exp_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    try:
        least, greatest = game.bounds()
    except ValueError:
        return sum(p * go(game, s, -inf, inf) for p, s in game.outcomes(state))
    v, rest = 0, 1
    for p, s in game.outcomes(state):
        rest -= p
        v += p * go(game, s, -inf, inf)
        if v + greatest <= alpha:
            return v + greatest
        if v + least >= beta:
            return v + least
    return v
