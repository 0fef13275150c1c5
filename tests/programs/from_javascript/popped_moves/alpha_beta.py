import math


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    moves = list(game.actions(state))
    v = -math.inf
    while moves:
        move = moves.pop()
        v = max(v, min_value(game, game.result(state, move), alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    moves = list(game.actions(state))
    v = math.inf
    while moves:
        move = moves.pop()
        v = min(v, max_value(game, game.result(state, move), alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v


def alpha_beta_search(game, state):
    moves = list(game.actions(state))
    alpha, beta, best = -math.inf, math.inf, None
    isMax = game.to_move(state) == "max"
    while moves:
        move = moves.pop()
        child = game.result(state, move)
        if isMax:
            v = min_value(game, child, alpha, beta)
            if best is None or v > alpha:
                best, alpha = move, v
        else:
            v = max_value(game, child, alpha, beta)
            if best is None or v < beta:
                best, beta = move, v
    return best
