from math import inf


def alpha_beta_search(game, state):
    best_action = None
    best = -inf if game.to_move(state) == "max" else inf
    for a, s in game.successors(state):
        if game.to_move(state) == "max":
            v = min_value(game, s, -inf, inf)
            if v > best:
                best, best_action = v, a
        else:
            v = max_value(game, s, -inf, inf)
            if v < best:
                best, best_action = v, a
    return best_action


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = -inf
    for a, s in game.successors(state):
        v = max(v, min_value(game, s, alpha, beta))
        alpha = max(alpha, v)
    return v


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = inf
    for a, s in game.successors(state):
        v = min(v, max_value(game, s, alpha, beta))
        beta = min(beta, v)
    return v
