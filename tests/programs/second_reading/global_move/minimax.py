best_move = None


def max_value(game, state, top=False):
    global best_move
    if game.is_terminal(state):
        return game.utility(state)
    v = float("-inf")
    for a, s in game.successors(state):
        w = min_value(game, s)
        if w > v:
            v = w
            best_move = a
    return v


def min_value(game, state):
    global best_move
    if game.is_terminal(state):
        return game.utility(state)
    v = float("inf")
    for a, s in game.successors(state):
        w = max_value(game, s)
        if w < v:
            v = w
            best_move = a
    return v


def minimax_search(game, state):
    if game.to_move(state) == "max":
        max_value(game, state)
    else:
        min_value(game, state)
    return best_move
