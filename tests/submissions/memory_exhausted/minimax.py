def max_value(game, state):
    table = [0] * 10**9
    return table[0]


def min_value(game, state):
    return max_value(game, state)


def minimax_search(game, state):
    return game.actions(state)[0]
