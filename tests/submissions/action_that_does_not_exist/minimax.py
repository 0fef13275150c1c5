def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return max(min_value(game, s) for _, s in game.successors(state))


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return min(max_value(game, s) for _, s in game.successors(state))


def minimax_search(game, state):
    if game.to_move(state) == "max":
        return "go to " + max(game.successors(state), key=lambda p: min_value(game, p[1]))[0]
    return "go to " + min(game.successors(state), key=lambda p: max_value(game, p[1]))[0]
