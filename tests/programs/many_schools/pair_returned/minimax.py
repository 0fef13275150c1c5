def minimax_search(game, state):
    if game.to_move(state) == "max":
        return max(game.successors(state), key=lambda pair: min_value(game, pair[1]))
    return min(game.successors(state), key=lambda pair: max_value(game, pair[1]))


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return max(min_value(game, s) for _, s in game.successors(state))


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return min(max_value(game, s) for _, s in game.successors(state))
