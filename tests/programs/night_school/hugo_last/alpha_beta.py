import math


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    for _, s in game.successors(state):
        v = min_value(game, s, alpha, beta)
        if v >= beta:
            return beta
        if v > alpha:
            alpha = v
    return alpha


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    for _, s in game.successors(state):
        v = max_value(game, s, alpha, beta)
        if v <= alpha:
            return alpha
        if v < beta:
            beta = v
    return v


def alpha_beta_search(game, state):
    actions = game.actions(state)
    best = actions[0]
    alpha, beta = -math.inf, math.inf
    player = game.to_move(state)
    for a in actions:
        s = game.result(state, a)
        if player == "max":
            v = min_value(game, s, alpha, beta)
            if v > alpha:
                alpha = v
                best = a
        elif player == "min":
            v = max_value(game, s, alpha, beta)
            if v < beta:
                beta = v
                best = a
    return best
