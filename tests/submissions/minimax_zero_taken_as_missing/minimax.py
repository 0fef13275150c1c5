def minimax_search(game, state):
    best = None
    choice = None
    for a, s in game.successors(state):
        if game.to_move(state) == "max":
            v = min_value(game, s)
            if not best or v > best:
                best, choice = v, a
        else:
            v = max_value(game, s)
            if not best or v < best:
                best, choice = v, a
    return choice


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    best = None
    for a, s in game.successors(state):
        v = min_value(game, s)
        if not best or v > best:
            best = v
    return best


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    best = None
    for a, s in game.successors(state):
        v = max_value(game, s)
        if not best or v < best:
            best = v
    return best
