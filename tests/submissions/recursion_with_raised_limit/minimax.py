import sys

sys.setrecursionlimit(10**9)


def max_value(game, state):
    return min_value(game, state)


def min_value(game, state):
    return max_value(game, state)


def minimax_search(game, state):
    return max_value(game, state)
