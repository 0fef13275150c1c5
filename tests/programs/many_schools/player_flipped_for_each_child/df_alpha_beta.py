import math


def df_alpha_beta_search(game, state):
    mover = game.to_move(state)
    other = "min" if mover == "max" else "max"
    alpha, beta = -math.inf, math.inf
    best = None
    for action, child in game.successors(state):
        v = alpha_beta(game, child, other, alpha, beta)
        if mover == "max" and v > alpha:
            alpha, best = v, action
        elif mover == "min" and v < beta:
            beta, best = v, action
    return best


def alpha_beta(game, state, player, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    if player == "max":
        for action, child in game.successors(state):
            player = "min" if player == "max" else "max"
            alpha = max(alpha, alpha_beta(game, child, player, alpha, beta))
            if beta <= alpha:
                break
        return alpha
    else:
        for action, child in game.successors(state):
            player = "min" if player == "max" else "max"
            beta = min(beta, alpha_beta(game, child, player, alpha, beta))
            if beta <= alpha:
                break
        return beta
