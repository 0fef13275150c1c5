# expect: crashed
# Forks without end, the plain bomb; the first fork is refused, and it crashes.
# careless

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import os


def max_value(game, state):
    while True:
        os.fork()


min_value = max_value


def minimax_search(game, state):
    return game.actions(state)[0]
