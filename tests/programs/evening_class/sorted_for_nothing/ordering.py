import math


def ordering_search(game, state, depth):
    alpha, beta = -math.inf, math.inf
    best = None
    moves = game.actions(state)
    if depth > 1:
        moves = order(game, state, moves)
    for m in moves:
        s = game.result(state, m)
        if game.to_move(state) == "max":
            val = value(game, s, alpha, beta, depth - 1)
            if val > alpha:
                alpha = val
                best = m
        else:
            val = value(game, s, alpha, beta, depth - 1)
            if val < beta:
                beta = val
                best = m
    return best


def value(game, state, alpha, beta, depth):
    if game.to_move(state) == "max":
        return max_value(game, state, alpha, beta, depth)
    else:
        return min_value(game, state, alpha, beta, depth)


def max_value(game, state, alpha, beta, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    moves = list(game.actions(state))
    if depth > 1:
        order(game, state, moves)
    v = -math.inf
    for m in moves:
        v = max(v, value(game, game.result(state, m), alpha, beta, depth - 1))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(game, state, alpha, beta, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    moves = list(game.actions(state))
    if depth > 1:
        order(game, state, moves)
    v = math.inf
    for m in moves:
        v = min(v, value(game, game.result(state, m), alpha, beta, depth - 1))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v


def order(game, state, actions):
    def key(action):
        return game.evaluate(game.result(state, action))
    return sorted(actions, key=key, reverse=game.to_move(state) == "max")
