INFINITY = float("inf")


def killers_search(game, state):
    killers = {}
    alpha, beta = -INFINITY, INFINITY
    choice = None
    for action in game.actions(state):
        child = game.result(state, action)
        if game.to_move(state) == "max":
            v = min_value(game, child, alpha, beta, 1, killers)
            if choice is None or v > alpha:
                choice = action
            alpha = max(alpha, v)
        else:
            v = max_value(game, child, alpha, beta, 1, killers)
            if choice is None or v < beta:
                choice = action
            beta = min(beta, v)
    return choice


def sorted_actions(game, state, ply, killers):
    actions = list(game.actions(state))
    if ply in killers and killers[ply] in actions:
        actions.insert(0, killers[ply])
    return actions


def max_value(game, state, alpha, beta, ply, killers):
    if game.is_terminal(state):
        return game.utility(state)
    v = -INFINITY
    for action in sorted_actions(game, state, ply, killers):
        v = max(v, min_value(game, game.result(state, action), alpha, beta, ply + 1, killers))
        if v >= beta:
            killers[ply] = action
            return v
        alpha = max(alpha, v)
    return v


def min_value(game, state, alpha, beta, ply, killers):
    if game.is_terminal(state):
        return game.utility(state)
    v = INFINITY
    for action in sorted_actions(game, state, ply, killers):
        v = min(v, max_value(game, game.result(state, action), alpha, beta, ply + 1, killers))
        if v <= alpha:
            killers[ply] = action
            return v
        beta = min(beta, v)
    return v
