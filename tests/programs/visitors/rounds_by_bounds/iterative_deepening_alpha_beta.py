"""Fail-hard: what a cut leaves is the bound itself."""

from math import inf


class TimeIsUp(Exception):
    pass


def max_value(game, state, alpha, beta, depth, horizon):
    if game.time_is_up():
        raise TimeIsUp
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        horizon.append(state)
        return game.evaluate(state)
    for _, child in game.successors(state):
        alpha = max(alpha, min_value(game, child, alpha, beta, depth - 1, horizon))
        if alpha >= beta:
            return beta
    return alpha


def min_value(game, state, alpha, beta, depth, horizon):
    if game.time_is_up():
        raise TimeIsUp
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        horizon.append(state)
        return game.evaluate(state)
    for _, child in game.successors(state):
        beta = min(beta, max_value(game, child, alpha, beta, depth - 1, horizon))
        if alpha >= beta:
            return alpha
    return beta


def best_action(game, state, order, values, depth, horizon):
    if game.time_is_up():
        raise TimeIsUp
    alpha, beta, best = -inf, inf, None
    for action in order:
        child = game.result(state, action)
        if game.to_move(state) == "max":
            v = min_value(game, child, alpha, beta, depth - 1, horizon)
            if v > alpha:
                alpha, best = v, action
        else:
            v = max_value(game, child, alpha, beta, depth - 1, horizon)
            if v < beta:
                beta, best = v, action
        values[action] = v
    return best


def in_order(game, state, order, values):
    return sorted(order, key=lambda a: values[a], reverse=game.to_move(state) == "max")


def iterative_deepening_alpha_beta_search(game, state):
    order = game.actions(state)
    best, depth = order[0], 1
    while True:
        horizon, values = [], {}
        try:
            best = best_action(game, state, order, values, depth, horizon)
        except TimeIsUp:
            return best
        if not horizon:
            return best
        order = in_order(game, state, order, values)
        depth += 1
