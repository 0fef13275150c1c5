def alpha_beta_pruning_search(game, state, alpha, beta):
    scores = {
        action: alpha_beta_pruning(game, child, alpha, beta)
        for action, child in game.successors(state)
    }
    choose = max if game.to_move(state) == "max" else min
    return choose(scores, key=scores.get)


def alpha_beta_pruning(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    if game.to_move(state) == "max":
        for _, child in game.successors(state):
            alpha = max(alpha, alpha_beta_pruning(game, child, alpha, beta))
            if beta <= alpha:
                break
        return alpha
    for _, child in game.successors(state):
        beta = min(beta, alpha_beta_pruning(game, child, alpha, beta))
        if beta <= alpha:
            break
    return beta
