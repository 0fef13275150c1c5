INF = 10**15


def alpha_beta_search(game, state):
    maximizing = game.to_move(state) == "max"
    best, a, b = None, -INF, INF
    for action in game.actions(state):
        child = game.result(state, action)
        if maximizing:
            score = min_value(game, child, a, b)
            if score > a:
                a, best = score, action
        else:
            score = max_value(game, child, a, b)
            if score < b:
                b, best = score, action
    return best


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return min(max(game.utility(state), alpha), beta)
    for action in game.actions(state):
        alpha = max(alpha, min_value(game, game.result(state, action), alpha, beta))
        if alpha >= beta:
            return beta
    return alpha


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return min(max(game.utility(state), alpha), beta)
    for action in game.actions(state):
        beta = min(beta, max_value(game, game.result(state, action), alpha, beta))
        if beta <= alpha:
            return alpha
    return beta
