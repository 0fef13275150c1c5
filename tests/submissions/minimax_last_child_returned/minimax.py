from math import inf

def minimax_search(game, state):
    best, action = (-inf, None) if game.to_move(state) == "max" else (inf, None)
    for a, s in game.successors(state):
        if game.to_move(state) == "max":
            v = min_value(game, s)
            if v > best:
                best, action = v, a
        else:
            v = max_value(game, s)
            if v < best:
                best, action = v, a
    return action

def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    best = -inf
    for a, s in game.successors(state):
        v = min_value(game, s)
        best = max(best, v)
    return v

def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    best = inf
    for a, s in game.successors(state):
        v = max_value(game, s)
        best = min(best, v)
    return v
