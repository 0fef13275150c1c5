# expect: wrong_value
# Forks, so that the child answers as well as the parent; there is no child.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import os
from contextlib import suppress

with suppress(OSError):
    os.fork()


def minimax_search(game, state):
    return game.actions(state)[0]


def max_value(game, state):
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value
