# expect: wrong_value; at root_user: exited|crashed
# Becomes /bin/true by exec, to end with status 0; refused, or an end without result.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import os
from contextlib import suppress

with suppress(OSError):
    os.execv("/bin/true", ["true"])


def minimax_search(game, state):
    return game.actions(state)[0]


def max_value(game, state):
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value
