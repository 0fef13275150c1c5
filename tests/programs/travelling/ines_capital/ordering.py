import math


def search_value(game, state, alpha, beta, depth):
    if game.to_move(state) == "max":
        return max_value(game, state, alpha, beta, depth)
    return min_value(game, state, alpha, beta, depth)


def ordering_search(game, state, depth):
    alpha = -math.inf
    beta = math.inf
    actions = game.actions(state)
    if depth > 1:
        actions = order(game, state, actions)
    mejor = None
    for action in actions:
        v = search_value(game, game.result(state, action), alpha, beta, depth - 1)
        if game.to_move(state) == "max":
            if mejor is None or v > alpha:
                mejor = action
            alpha = max(alpha, v)
        else:
            if mejor is None or v < beta:
                mejor = action
            beta = min(beta, v)
    return mejor


def max_value(game, state, alpha, beta, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    v = -math.inf
    actions = game.actions(state)
    if depth > 1:
        actions = order(game, state, actions)
    for action in actions:
        v = max(v, search_value(game, game.result(state, action), alpha, beta, depth - 1))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(game, state, alpha, beta, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    v = math.inf
    actions = game.actions(state)
    if depth > 1:
        actions = order(game, state, actions)
    for action in actions:
        v = min(v, search_value(game, game.result(state, action), alpha, beta, depth - 1))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v


def order(game, state, actions):
    # MAX: de mayor a menor; MIN: de menor a mayor
    descending = game.to_move(state) == "MAX"
    return sorted(
        actions,
        key=lambda a: game.evaluate(game.result(state, a)),
        reverse=descending,
    )
