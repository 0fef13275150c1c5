best = float("-inf")


def minimax_search(game, state):
    global best
    move = None
    for a, s in game.successors(state):
        v = min_value(game, s)
        if v > best:
            best = v
            move = a
    return move


def max_value(game, state):
    global best
    if game.is_terminal(state):
        return game.utility(state)
    for _, s in game.successors(state):
        best = max(best, min_value(game, s))
    return best


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return min(max_value(game, s) for _, s in game.successors(state))
