def df_alpha_beta_search(game, state):
    alpha = float('-inf')
    beta = float('inf')
    chosen = None
    player = game.to_move(state)
    for action in game.actions(state):
        child = game.result(state, action)
        if player == 'max':
            val = alpha_beta(game, child, 'min', alpha, beta)
            if val > alpha:
                alpha = val
                chosen = action
        if player == 'min':
            val = alpha_beta(game, child, 'max', alpha, beta)
            if val < beta:
                beta = val
                chosen = action
    return chosen


def alpha_beta(game, state, player, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    if player == 'max':
        for action in game.actions(state):
            alpha = max(alpha, alpha_beta(game, game.result(state, action), 'min', alpha, beta))
            if beta <= alpha:
                break
        return alpha
    if player == 'min':
        for action in game.actions(state):
            beta = min(beta, alpha_beta(game, game.result(state, action), player, alpha, beta))
            if beta <= alpha:
                break
        return beta
