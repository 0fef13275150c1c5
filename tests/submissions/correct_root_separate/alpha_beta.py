from math import inf


def alpha_beta_search(game, state):
    # every move is searched with a full window, so its value is exact
    def score(action):
        child = game.result(state, action)
        if game.to_move(state) == "max":
            return min_value(game, child, -inf, inf)
        return max_value(game, child, -inf, inf)

    choose = max if game.to_move(state) == "max" else min
    return choose(game.actions(state), key=score)


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = -inf
    for (_, s) in game.successors(state):
        v = max(v, min_value(game, s, alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = inf
    for (_, s) in game.successors(state):
        v = min(v, max_value(game, s, alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
