from math import inf


def alpha_beta_search(game, state):
    alpha, beta = -inf, inf
    best = None
    for action, nxt in game.successors(state):
        if game.to_move(state) == "max":
            v = min_value(game, nxt, alpha, beta)
            if v > alpha:
                alpha, best = v, action
        else:
            v = max_value(game, nxt, alpha, beta)
            if v < beta:
                beta, best = v, action
    return best


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = -inf
    new_alpha = alpha
    for _, nxt in game.successors(state):
        v = max(v, min_value(game, nxt, alpha, beta))
        new_alpha = max(new_alpha, v)
        if new_alpha >= beta:
            return v
    return v


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = inf
    new_beta = beta
    for _, nxt in game.successors(state):
        v = min(v, max_value(game, nxt, alpha, beta))
        new_beta = min(new_beta, v)
        if new_beta <= alpha:
            return v
    return v
