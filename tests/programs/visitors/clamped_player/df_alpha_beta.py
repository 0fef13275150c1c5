from math import inf


def alpha_beta(game, state, player, alpha, beta):
    if game.is_terminal(state):
        return min(beta, max(alpha, game.utility(state)))
    for _, s in game.successors(state):
        if player == "max":
            alpha = max(alpha, alpha_beta(game, s, "min", alpha, beta))
        else:
            beta = min(beta, alpha_beta(game, s, "max", alpha, beta))
        if beta <= alpha:
            break
    return alpha if player == "max" else beta


def df_alpha_beta_search(game, state):
    alpha, beta, best = -inf, inf, None
    for a, s in game.successors(state):
        if game.to_move(state) == "max":
            v = alpha_beta(game, s, "min", alpha, beta)
            if v > alpha:
                alpha, best = v, a
        else:
            v = alpha_beta(game, s, "max", alpha, beta)
            if v < beta:
                beta, best = v, a
    return best
