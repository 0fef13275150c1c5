INFTY = 2 ** 40
NEG_INFTY = -INFTY


def alpha_beta_search(game, state):
    best = None
    alpha = NEG_INFTY
    beta = INFTY
    n = len(game.actions(state))
    i = 0
    while i < n:
        a = game.actions(state)[i]
        if game.to_move(state) == "max":
            x = min_value(game, game.result(state, a), alpha, beta)
            if x > alpha:
                alpha = x
                best = a
        else:
            x = max_value(game, game.result(state, a), alpha, beta)
            if x < beta:
                beta = x
                best = a
        i += 1
    return best


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    if game.to_move(state) != "max":
        return min_value(game, state, alpha, beta)
    v = NEG_INFTY
    for a in game.actions(state):
        x = min_value(game, game.result(state, a), NEG_INFTY, beta)
        if x > v:
            v = x
        if v >= beta:
            return v
        if v > alpha:
            alpha = v
    return v


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    if game.to_move(state) != "min":
        return max_value(game, state, alpha, beta)
    v = INFTY
    for a in game.actions(state):
        x = max_value(game, game.result(state, a), alpha, beta)
        if x < v:
            v = x
        if v <= alpha:
            return v
        if v < beta:
            beta = v
    return v
