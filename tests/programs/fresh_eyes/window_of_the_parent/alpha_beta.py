INF = 10 ** 18


def alpha_beta_search(game, state):
    best_action = None
    if game.to_move(state) == "max":
        v = -INF
        for action in game.actions(state):
            child = min_value(game, game.result(state, action), v, INF)
            if child > v:
                v = child
                best_action = action
    else:
        v = INF
        for action in game.actions(state):
            child = max_value(game, game.result(state, action), -INF, v)
            if child < v:
                v = child
                best_action = action
    return best_action


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    if game.to_move(state) == "min":
        return min_value(game, state, alpha, beta)
    v = -INF
    for action in game.actions(state):
        v = max(v, min_value(game, game.result(state, action), v, beta))
        if v >= beta:
            return v
    return v


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    if game.to_move(state) == "max":
        return max_value(game, state, alpha, beta)
    v = INF
    for action in game.actions(state):
        v = min(v, max_value(game, game.result(state, action), alpha, v))
        if v <= alpha:
            return v
    return v
