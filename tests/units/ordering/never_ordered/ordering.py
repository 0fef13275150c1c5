"""Returns the actions as they are."""

from math import inf


def ordering_search(game, state, depth):
    alpha, beta, choice = -inf, inf, None
    for action in moves(game, state, depth):
        child = game.result(state, action)
        w = value(game, child, alpha, beta, depth - 1)
        if game.to_move(state) == "max":
            if choice is None or w > alpha:
                alpha, choice = w, action
        elif choice is None or w < beta:
            beta, choice = w, action
    return choice


def value(game, state, alpha, beta, depth):
    if game.to_move(state) == "max":
        return max_value(game, state, alpha, beta, depth)
    return min_value(game, state, alpha, beta, depth)


def max_value(game, state, alpha, beta, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    v = -inf
    for action in moves(game, state, depth):
        v = max(v, value(game, game.result(state, action), alpha, beta, depth - 1))
        if v >= beta:
            break
        alpha = max(alpha, v)
    return v


def min_value(game, state, alpha, beta, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    v = inf
    for action in moves(game, state, depth):
        v = min(v, value(game, game.result(state, action), alpha, beta, depth - 1))
        if v <= alpha:
            break
        beta = min(beta, v)
    return v


def moves(game, state, depth):
    actions = game.actions(state)
    if depth < 2:
        return actions
    return order(game, state, actions)


def order(game, state, actions):
    return actions
