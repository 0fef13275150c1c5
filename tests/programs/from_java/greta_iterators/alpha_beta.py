POS_INF = float('inf')
NEG_INF = float('-inf')


def alpha_beta_search(game, state):
    maximizing = (game.to_move(state) == "max");
    alpha = NEG_INF;
    beta = POS_INF;
    best = None;

    it = iter(game.actions(state))
    action = next(it, None)
    while action is not None:
        child = game.result(state, action)
        if maximizing:
            value = min_value(game, child, alpha, beta)
            if value > alpha:
                alpha = value
                best = action
        else:
            value = max_value(game, child, alpha, beta)
            if value < beta:
                beta = value
                best = action
        action = next(it, None)
    return best


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = NEG_INF
    it = iter(game.actions(state))
    action = next(it, None)
    while action is not None:
        child = game.result(state, action)
        v = max(v, min_value(game, child, alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
        action = next(it, None)
    return v


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = POS_INF
    it = iter(game.actions(state))
    action = next(it, None)
    while action is not None:
        child = game.result(state, action)
        v = min(v, max_value(game, child, alpha, beta))
        if v <= beta:
            return v
        beta = min(beta, v)
        action = next(it, None)
    return v
