from math import inf


def alpha_beta_search(game, state):
    if game.to_move(state) == "max":
        return max(game.actions(state), key=lambda a: min_value(game, game.result(state, a), -inf, inf))
    return min(game.actions(state), key=lambda a: max_value(game, game.result(state, a), -inf, inf))


def max_value(game, state, alpha, beta):
    alpha = -inf
    beta = inf
    if game.is_terminal(state):
        return game.utility(state)
    v = -inf
    for a in game.actions(state):
        v = max(v, min_value(game, game.result(state, a), alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(game, state, alpha, beta):
    alpha = -inf
    beta = inf
    if game.is_terminal(state):
        return game.utility(state)
    v = inf
    for a in game.actions(state):
        v = min(v, max_value(game, game.result(state, a), alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
