from tools import INFINITY, better


def minimax_search(game, state):
    who = game.to_move(state)
    best = None
    for a, s in game.successors(state):
        v = min_value(game, s) if who == "max" else max_value(game, s)
        if best is None or better(who, v, best[0]):
            best = (v, a)
    return best[1]


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    v = -INFINITY
    for _, s in game.successors(state):
        v = max(v, min_value(game, s))
    return v


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    v = INFINITY
    for _, s in game.successors(state):
        v = min(v, max_value(game, s))
    return v
