import sys


def max_value(game, state):
    return 0


def min_value(game, state):
    return 0


def minimax_search(game, state):
    return None


if len(sys.argv) < 3:
    print("usage: minimax.py FILE DEPTH")
    sys.exit(1)
