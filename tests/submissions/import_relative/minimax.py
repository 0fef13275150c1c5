from .utils import inf


def max_value(game, state):
    return -inf


def min_value(game, state):
    return inf


def minimax_search(game, state):
    return None
