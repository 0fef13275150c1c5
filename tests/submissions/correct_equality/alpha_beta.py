# COMP 341 - Homework 2
# alpha-beta, following the pseudocode in the book (fig. 5.7)

infinity = float("inf")


def alpha_beta_search(game, state):
    """returns an action"""
    alpha = -infinity
    beta = infinity
    best_action = None
    if game.to_move(state) == "max":
        v = -infinity
        for a in game.actions(state):
            v2 = min_value(game, game.result(state, a), alpha, beta)
            if v2 > v:
                v = v2
                best_action = a
            alpha = max(alpha, v)
    else:
        v = infinity
        for a in game.actions(state):
            v2 = max_value(game, game.result(state, a), alpha, beta)
            if v2 < v:
                v = v2
                best_action = a
            beta = min(beta, v)
    return best_action


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = -infinity
    for a in game.actions(state):
        v = max(v, min_value(game, game.result(state, a), alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = infinity
    for a in game.actions(state):
        v = min(v, max_value(game, game.result(state, a), alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
