from math import inf


def df_alpha_beta_search(game, state):
    best_action, alpha, beta = None, -inf, inf
    for action, child in game.successors(state):
        if game.to_move(state) == "max":
            v = alpha_beta(game, child, "min", alpha, beta)
            if v > alpha:
                best_action, alpha = action, v
        else:
            v = alpha_beta(game, child, "max", alpha, beta)
            if v < beta:
                best_action, beta = action, v
    return best_action


def alpha_beta(game, state, player, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    other = "min" if player == "max" else "max"
    best = -inf if player == "max" else inf
    for _, child in game.successors(state):
        v = alpha_beta(game, child, other, alpha, beta)
        if player == "max":
            best = max(best, v)
            alpha = max(alpha, best)
        else:
            best = min(best, v)
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best
