from math import inf

root = None


def minimax_search(game, state):
    global root
    root = state
    values = {a: (min_value if game.to_move(state) == "max" else max_value)(game, s)
              for a, s in game.successors(state)}
    return (max if game.to_move(state) == "max" else min)(values, key=values.get)


def max_value(game, state):
    global root
    if root is None:
        root = state
    if game.is_terminal(root):
        return game.utility(state)
    v = -inf
    for _, s in game.successors(state):
        v = max(v, min_value(game, s))
    return v


def min_value(game, state):
    global root
    if root is None:
        root = state
    if game.is_terminal(root):
        return game.utility(state)
    v = inf
    for _, s in game.successors(state):
        v = min(v, max_value(game, s))
    return v
