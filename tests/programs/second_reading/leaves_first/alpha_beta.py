from math import inf


def kids(game, state):
    out = []
    for a in game.actions(state):
        s = game.result(state, a)
        out.append((0 if game.is_terminal(s) else 1, a, s))
    out.sort(key=lambda t: t[0])
    return [(a, s) for _, a, s in out]


def alpha_beta_search(game, state):
    a, b, pick = -inf, inf, None
    for act, s in kids(game, state):
        if game.to_move(state) == "max":
            v = min_value(game, s, a, b)
            if v > a:
                a, pick = v, act
        else:
            v = max_value(game, s, a, b)
            if v < b:
                b, pick = v, act
    return pick


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = -inf
    for _, s in kids(game, state):
        v = max(v, min_value(game, s, alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = inf
    for _, s in kids(game, state):
        v = min(v, max_value(game, s, alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
