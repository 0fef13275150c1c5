from math import inf

def minimax_search(game, state):
    best = None
    if game.to_move(state) == "max":
        v = -inf
        for a, s in game.successors(state):
            if max_value(game, s) > v:
                v = max_value(game, s)
                best = a
    else:
        v = inf
        for a, s in game.successors(state):
            if min_value(game, s) < v:
                v = min_value(game, s)
                best = a
    return best

def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    v = inf
    for a, s in game.successors(state):
        v = min(v, min_value(game, s))
    return v

def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    v = -inf
    for a, s in game.successors(state):
        v = max(v, max_value(game, s))
    return v
