oo = float("inf")


def depth_limited_alpha_beta_search(game, state, depth):
    alpha, beta = -oo, oo
    best = None
    for action in game.actions(state):
        s2 = game.result(state, action)
        if game.to_move(state) == "max":
            v = min_value(game, s2, alpha, beta, depth - 1)
            if v > alpha:
                alpha, best = v, action
        else:
            v = max_value(game, s2, alpha, beta, depth - 1)
            if v < beta:
                beta, best = v, action
    return best


def max_value(game, state, alpha, beta, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    v = -oo
    for action in game.actions(state):
        v = max(v, min_value(game, game.result(state, action), alpha, beta, depth - 1))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(game, state, alpha, beta, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return -game.evaluate(state)
    v = oo
    for action in game.actions(state):
        v = min(v, max_value(game, game.result(state, action), alpha, beta, depth - 1))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
