def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return max(min_value(game, game.result(state, i)) for i in range(len(game.actions(state))))


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return min(max_value(game, game.result(state, i)) for i in range(len(game.actions(state))))


def minimax_search(game, state):
    return game.actions(state)[0]
