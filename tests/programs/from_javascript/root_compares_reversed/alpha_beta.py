from math import inf


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = -inf
    for _, s in game.successors(state):
        v = max(v, min_value(game, s, alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = inf
    for _, s in game.successors(state):
        v = min(v, max_value(game, s, alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v


def isBetter(x, y):
    if y is None:
        return False
    return y > x


def alpha_beta_search(game, state):
    mover = game.to_move(state)
    fn = {"max": min_value, "min": max_value}[mover]
    best, score = None, -inf
    for action, s in game.successors(state):
        v = fn(game, s, -inf, inf)
        if best is None or isBetter(score, v):
            best, score = action, v
    return best
