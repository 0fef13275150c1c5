from math import inf


def ordering_search(game, state, depth):
    maxi = game.to_move(state) == "max"
    choice, a, b = None, -inf, inf
    moves = order(game, state, game.actions(state)) if depth > 1 else game.actions(state)
    for m in moves:
        v = value(game, game.result(state, m), a, b, depth - 1)
        if maxi and v > a:
            a, choice = v, m
        elif not maxi and v < b:
            b, choice = v, m
    return choice


def value(game, state, alpha, beta, depth):
    f = max_value if game.to_move(state) == "max" else min_value
    return f(game, state, alpha, beta, depth)


def max_value(game, state, alpha, beta, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    v = -inf
    moves = game.actions(state)
    if depth > 1:
        moves = order(game, state, moves)
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
    v = inf
    moves = game.actions(state)
    if depth > 1:
        moves = order(game, state, moves)
    for m in moves:
        v = min(v, value(game, game.result(state, m), alpha, beta, depth - 1))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v


def order(game, state, actions):
    return sorted(actions, key=lambda m: game.evaluate(game.result(state, m)))
