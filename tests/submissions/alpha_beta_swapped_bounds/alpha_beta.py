from math import inf

def alpha_beta_search(game, state):
    alpha, beta = -inf, inf
    move = None
    for a in game.actions(state):
        s = game.result(state, a)
        if game.to_move(state) == "max":
            v = min_value(game, s, beta, alpha)
            if v > alpha:
                alpha, move = v, a
        else:
            v = max_value(game, s, beta, alpha)
            if v < beta:
                beta, move = v, a
    return move

def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = -inf
    for a in game.actions(state):
        v = max(v, min_value(game, game.result(state, a), beta, alpha))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v

def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = inf
    for a in game.actions(state):
        v = min(v, max_value(game, game.result(state, a), beta, alpha))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
