import math

def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    v = -math.inf
    for action in game.actions(state):
        v = max(v, exp_value(game, game.result(state, action)))
    return v

def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    v = math.inf
    for action in game.actions(state):
        v = min(v, exp_value(game, game.result(state, action)))
    return v

def exp_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    v = 0
    for p, s in game.outcomes(state):
        if game.to_move(s) == "max":
            v += p * max_value(game, s)
        elif game.to_move(s) == "min":
            v += p * min_value(game, s)
        else:
            v += p * exp_value(game, s)
    return v

def expectiminimax_search(game, state):
    best = None
    if game.to_move(state) == "max":
        bv = -math.inf
        for action in game.actions(state):
            x = exp_value(game, game.result(state, action))
            if x > bv:
                bv, best = x, action
    else:
        bv = math.inf
        for action in game.actions(state):
            x = exp_value(game, game.result(state, action))
            if x < bv:
                bv, best = x, action
    return best
