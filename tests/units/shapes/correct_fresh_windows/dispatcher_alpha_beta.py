from math import inf


def alpha_beta_search(game, state):
    values = {a: value(game, game.result(state, a), -inf, inf) for a in game.actions(state)}
    if game.to_move(state) == "max":
        return max(values, key=values.get)
    return min(values, key=values.get)


def value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    if game.to_move(state) == "max":
        return max_value(game, state, alpha, beta)
    return min_value(game, state, alpha, beta)


def max_value(game, state, alpha, beta):
    v = -inf
    for _, child in game.successors(state):
        v = max(v, value(game, child, alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(game, state, alpha, beta):
    v = inf
    for _, child in game.successors(state):
        v = min(v, value(game, child, alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
