# expect: exited|crashed
# Closes every descriptor, so that nothing can be told of its end; it has exited.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import os


def max_value(game, state):
    os.closerange(0, 64)
    raise SystemExit


min_value = max_value


def minimax_search(game, state):
    return game.actions(state)[0]
