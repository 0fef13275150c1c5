import numpy as np


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return np.max([min_value(game, s) for _, s in game.successors(state)])


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return np.min([max_value(game, s) for _, s in game.successors(state)])


def minimax_search(game, state):
    return game.actions(state)[np.argmax([min_value(game, s) for _, s in game.successors(state)])]
