from math import inf


def df_alpha_beta_search(game, state):
    best_action, best = None, None
    for action in game.actions(state):
        child = game.result(state, action)
        if game.to_move(state) == "max":
            v = alpha_beta(game, child, "min", -inf, inf)
            if best is None or v > best:
                best_action, best = action, v
        else:
            v = alpha_beta(game, child, "max", -inf, inf)
            if best is None or v < best:
                best_action, best = action, v
    return best_action


def alpha_beta(game, state, player, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    if player == "max":
        for action in game.actions(state):
            child = game.result(state, action)
            alpha = max(alpha, alpha_beta(game, child, "min", alpha, beta))
            if alpha >= beta:
                break
        return alpha
    for action in game.actions(state):
        child = game.result(state, action)
        beta = min(beta, alpha_beta(game, child, "max", alpha, beta))
        if alpha >= beta:
            break
    return beta
