from helpers import best_of


def max_value(game, state):
    return best_of(game, state)


def min_value(game, state):
    return best_of(game, state)


def minimax_search(game, state):
    return best_of(game, state)
