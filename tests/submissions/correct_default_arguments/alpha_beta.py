INF = float("inf")


def alpha_beta_search(game, state, alpha=-INF, beta=INF):
    best_move = None
    for move in game.actions(state):
        nxt = game.result(state, move)
        if game.to_move(state) == "max":
            v = min_value(game, nxt, alpha=alpha, beta=beta)
            if v > alpha:
                alpha, best_move = v, move
        else:
            v = max_value(game, nxt, alpha=alpha, beta=beta)
            if v < beta:
                beta, best_move = v, move
    return best_move


def max_value(game, state, alpha=-INF, beta=INF, *, depth=0):
    if game.is_terminal(state):
        return game.utility(state)
    v = -INF
    for move in game.actions(state):
        v = max(v, min_value(game, game.result(state, move), alpha, beta, depth=depth + 1))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(game, state, alpha=-INF, beta=INF, *, depth=0):
    if game.is_terminal(state):
        return game.utility(state)
    v = INF
    for move in game.actions(state):
        v = min(v, max_value(game, game.result(state, move), alpha, beta, depth=depth + 1))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
