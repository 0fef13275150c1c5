# expect: printed_too_much
# Prints one line that never ends, a byte at a time; bytes count, not lines.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import os


def max_value(game, state):
    while True:
        os.write(1, b"x")


min_value = max_value


def minimax_search(game, state):
    return game.actions(state)[0]
