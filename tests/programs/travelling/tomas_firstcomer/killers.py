import math


def killers_search(game, state):
    killers = {}
    alpha, beta = -math.inf, math.inf
    best_action, best_v = None, None
    for action, child in game.successors(state):
        if game.to_move(state) == "max":
            v = min_value(game, child, alpha, beta, 1, killers)
            if best_v is None or v > best_v:
                best_action, best_v = action, v
            alpha = max(alpha, best_v)
        else:
            v = max_value(game, child, alpha, beta, 1, killers)
            if best_v is None or v < best_v:
                best_action, best_v = action, v
            beta = min(beta, best_v)
    return best_action


def max_value(game, state, alpha, beta, ply, killers):
    if game.is_terminal(state):
        return game.utility(state)
    killer = killers.get(ply)
    # False sorts before True, and the sort is stable
    actions = sorted(game.actions(state), key=lambda a: a != killer)
    v = -math.inf
    for action in actions:
        child = game.result(state, action)
        v = max(v, min_value(game, child, alpha, beta, ply + 1, killers))
        if v >= beta:
            killers.setdefault(ply, action)
            return v
        alpha = max(alpha, v)
    return v


def min_value(game, state, alpha, beta, ply, killers):
    if game.is_terminal(state):
        return game.utility(state)
    killer = killers.get(ply)
    actions = sorted(game.actions(state), key=lambda a: a != killer)
    v = math.inf
    for action in actions:
        child = game.result(state, action)
        v = min(v, max_value(game, child, alpha, beta, ply + 1, killers))
        if v <= alpha:
            killers.setdefault(ply, action)
            return v
        beta = min(beta, v)
    return v
