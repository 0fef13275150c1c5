from math import infinity


def max_value(game, state):
    return -infinity


def min_value(game, state):
    return infinity


def minimax_search(game, state):
    return None
