NEG, POS = float("-inf"), float("inf")


def alpha_beta_search(game, state):
    alpha, beta, move = NEG, POS, None
    if game.to_move(state) == "max":
        for a in game.actions(state):
            v = min_value(game, game.result(state, a), alpha, beta)
            if v > alpha:
                alpha, move = v, a
    else:
        for a in game.actions(state):
            v = max_value(game, game.result(state, a), alpha, beta)
            if v < beta:
                beta, move = v, a
    return move


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = NEG
    for a in game.actions(state):
        v = max(v, min_value(game, game.result(state, a), alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = POS
    for a in game.actions(state):
        v = min(v, max_value(game, game.result(state, a), alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
