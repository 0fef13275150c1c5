def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    i = 0
    while i < len(game.actions(state)):
        game.is_terminal(game.result(state, game.actions(state)[i]))
    return 0


def min_value(game, state):
    return max_value(game, state)


def minimax_search(game, state):
    return game.actions(state)[0]
