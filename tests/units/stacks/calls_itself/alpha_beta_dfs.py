def alpha_beta_dfs(game, root, alpha, beta):
    if game.is_terminal(root):
        return game.utility(root)
    is_max = game.to_move(root) == "max"
    for _, child in game.successors(root):
        value = alpha_beta_dfs(game, child, alpha, beta)
        if is_max:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return alpha if is_max else beta
