from math import inf


def expectiminimax_search(game, state):
    sign = 1 if game.to_move(state) == "max" else -1
    best, act = -inf, None
    for a in game.actions(state):
        w = sign * dispatch(game, game.result(state, a))
        if w > best:
            best, act = w, a
    return act


def dispatch(game, state):
    who = game.to_move(state)
    if who == "max":
        return max_value(game, state)
    elif who == "min":
        return min_value(game, state)
    else:
        return exp_value(game, state)


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    v = -inf
    for a in game.actions(state):
        v = max(v, dispatch(game, game.result(state, a)))
    return v


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    v = inf
    for a in game.actions(state):
        v = min(v, dispatch(game, game.result(state, a)))
    return v


def exp_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    v = 0
    for p, s in game.outcomes(state):
        if game.to_move(s) == "chance":
            v += p * exp_value(game, s)
        else:
            v += p * max_value(game, s)
    return v
