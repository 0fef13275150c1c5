import math

# tic tac toe: win = +10, loss = -10
LO, HI = -10, 10


def get_bounds(game):
    try:
        return game.bounds()
    except ValueError:
        return LO, HI


def star1(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    p = game.to_move(state)
    if p == "max":
        return max_value(game, state, alpha, beta)
    elif p == "min":
        return min_value(game, state, alpha, beta)
    return exp_value(game, state, alpha, beta)


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = -math.inf
    for a, s in game.successors(state):
        v = max(v, star1(game, s, alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = math.inf
    for a, s in game.successors(state):
        v = min(v, star1(game, s, alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v


def exp_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    lo, hi = get_bounds(game)
    v = 0
    rest = 1
    for prob, s in game.outcomes(state):
        rest -= prob
        v += prob * star1(game, s, alpha, beta)
        if v + rest * hi <= alpha:
            return v + rest * hi
        if v + rest * lo >= beta:
            return v + rest * lo
    return v


def star1_search(game, state):
    alpha, beta = -math.inf, math.inf
    move = None
    for a, s in game.successors(state):
        val = star1(game, s, alpha, beta)
        if game.to_move(state) == "max":
            if val > alpha:
                alpha, move = val, a
        else:
            if val < beta:
                beta, move = val, a
    return move
