"""Each call gets a dictionary of its own."""

from math import inf


def killers_search(game, state):
    killers = {}
    best = None
    if game.to_move(state) == "max":
        value = -inf
        for action in game.actions(state):
            child = game.result(state, action)
            score = min_value(game, child, value, inf, 1, {})
            if score > value:
                value, best = score, action
    else:
        value = inf
        for action in game.actions(state):
            child = game.result(state, action)
            score = max_value(game, child, -inf, value, 1, {})
            if score < value:
                value, best = score, action
    return best


def max_value(game, state, alpha, beta, ply, killers):
    if game.is_terminal(state):
        return game.utility(state)
    v = -inf
    for action in in_order(game.actions(state), killers.get(ply)):
        child = game.result(state, action)
        v = max(v, min_value(game, child, alpha, beta, ply + 1, {}))
        if v >= beta:
            killers[ply] = action
            return v
        alpha = max(alpha, v)
    return v


def min_value(game, state, alpha, beta, ply, killers):
    if game.is_terminal(state):
        return game.utility(state)
    v = inf
    for action in in_order(game.actions(state), killers.get(ply)):
        child = game.result(state, action)
        v = min(v, max_value(game, child, alpha, beta, ply + 1, {}))
        if v <= alpha:
            killers[ply] = action
            return v
        beta = min(beta, v)
    return v


def in_order(actions, killer):
    rest = [action for action in actions if action != killer]
    return rest if len(rest) == len(actions) else [killer] + rest
