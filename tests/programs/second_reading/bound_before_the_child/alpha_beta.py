from math import inf


def alpha_beta_search(game, state):
    if game.to_move(state) == "max":
        best, a = -inf, None
        for act, s in game.successors(state):
            v = min_value(game, s, best, inf)
            if v > best:
                best, a = v, act
        return a
    best, a = inf, None
    for act, s in game.successors(state):
        v = max_value(game, s, -inf, best)
        if v < best:
            best, a = v, act
    return a


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = -inf
    for _, s in game.successors(state):
        alpha = max(alpha, v)
        v = max(v, min_value(game, s, alpha, beta))
        if alpha >= beta:
            break
    return v


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = inf
    for _, s in game.successors(state):
        beta = min(beta, v)
        v = min(v, max_value(game, s, alpha, beta))
        if alpha >= beta:
            break
    return v
