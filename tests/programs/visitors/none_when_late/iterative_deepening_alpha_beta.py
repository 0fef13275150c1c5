from math import inf


class TimeIsUp(Exception):
    pass


def value(game, state, alpha, beta, depth, horizon, maximizing):
    if game.time_is_up():
        return None
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        horizon.append(state)
        return game.evaluate(state)
    v = -inf if maximizing else inf
    for _, child in game.successors(state):
        w = value(game, child, alpha, beta, depth - 1, horizon, not maximizing)
        if w is None:
            return None
        if maximizing:
            v = max(v, w)
            alpha = max(alpha, v)
        else:
            v = min(v, w)
            beta = min(beta, v)
        if alpha >= beta:
            break
    return v


def max_value(game, state, alpha, beta, depth, horizon):
    return value(game, state, alpha, beta, depth, horizon, True)


def min_value(game, state, alpha, beta, depth, horizon):
    return value(game, state, alpha, beta, depth, horizon, False)


def best_action(game, state, order, values, depth, horizon):
    if game.time_is_up():
        return None
    maximizing = game.to_move(state) == "max"
    alpha, beta, kept = -inf, inf, None
    for action in order:
        v = value(game, game.result(state, action), alpha, beta, depth - 1, horizon, not maximizing)
        if v is None:
            return None
        values[action] = v
        if maximizing and v > alpha:
            alpha, kept = v, action
        if not maximizing and v < beta:
            beta, kept = v, action
    return kept


def in_order(game, state, order, values):
    return sorted(order, key=lambda a: values[a], reverse=game.to_move(state) == "max")


def iterative_deepening_alpha_beta_search(game, state):
    order = game.actions(state)
    best, depth = order[0], 1
    while True:
        horizon, values = [], {}
        action = best_action(game, state, order, values, depth, horizon)
        if action is None:
            return best
        best = action
        if not horizon:
            return best
        order = in_order(game, state, order, values)
        depth += 1
