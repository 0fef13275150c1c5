"""Fail-hard: each player moves an end of the window, and returns it."""

from math import inf


def ordering_search(game, state, depth):
    best, window = None, [-inf, inf]
    for action in order(game, state, game.actions(state)):
        v = search(game, game.result(state, action), *window, depth - 1)
        mine = game.to_move(state) == "min"
        if best is None or (v < window[1] if mine else v > window[0]):
            best, window[mine] = action, v
    return best


def search(game, state, alpha, beta, depth):
    if game.to_move(state) == "max":
        return max_value(game, state, alpha, beta, depth)
    return min_value(game, state, alpha, beta, depth)


def max_value(game, state, alpha, beta, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    for action in sequence(game, state, depth):
        alpha = max(alpha, search(game, game.result(state, action), alpha, beta, depth - 1))
        if alpha >= beta:
            return beta
    return alpha


def min_value(game, state, alpha, beta, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    for action in sequence(game, state, depth):
        beta = min(beta, search(game, game.result(state, action), alpha, beta, depth - 1))
        if beta <= alpha:
            return alpha
    return beta


def sequence(game, state, depth):
    actions = game.actions(state)
    return order(game, state, actions) if depth > 1 else actions


def order(game, state, actions):
    sign = -1 if game.to_move(state) == "max" else 1
    pairs = [(sign * game.evaluate(game.result(state, a)), i) for i, a in enumerate(actions)]
    return [actions[i] for _, i in sorted(pairs)]
