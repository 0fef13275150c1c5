def minimax_search(game, state):
    maximizing = game.to_move(state) == "max"
    vals = [min_value(game, s) if maximizing else max_value(game, s) for _, s in game.successors(state)]
    return vals.index(max(vals) if maximizing else min(vals))


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return max(min_value(game, s) for _, s in game.successors(state))


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return min(max_value(game, s) for _, s in game.successors(state))
