def alpha_beta_pruning_search(game, state, alpha, beta):
    best_action, best = None, None
    for action in game.actions(state):
        v = alpha_beta_pruning(game, game.result(state, action), alpha, beta)
        if game.to_move(state) == "max":
            if best is None or v > best:
                best_action, best = action, v
            alpha = max(alpha, v)
        else:
            if best is None or v < best:
                best_action, best = action, v
            beta = min(beta, v)
    return best_action


def alpha_beta_pruning(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    for action in game.actions(state):
        v = alpha_beta_pruning(game, game.result(state, action), alpha, beta)
        if game.to_move(state) == "max":
            alpha = max(alpha, v)
        else:
            beta = min(beta, v)
    return alpha if game.to_move(state) == "max" else beta
