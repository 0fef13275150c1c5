from math import inf

def alpha_beta_search(game, state):
    alpha, beta, move = -inf, inf, None
    stack = list(game.actions(state))
    while stack:
        a = stack.pop()
        s = game.result(state, a)
        if game.to_move(state) == "max":
            w = min_value(game, s, alpha, beta)
            if w > alpha:
                alpha, move = w, a
        else:
            w = max_value(game, s, alpha, beta)
            if w < beta:
                beta, move = w, a
    return move

def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = -inf
    stack = list(game.actions(state))
    while stack:
        v = max(v, min_value(game, game.result(state, stack.pop()), alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v

def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = inf
    stack = list(game.actions(state))
    while stack:
        v = min(v, max_value(game, game.result(state, stack.pop()), alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
