# expect: wrong_value
# Reads every descriptor that it was started with, from the beginning.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import os
from contextlib import suppress

for descriptor in range(64):
    with suppress(OSError):
        print(descriptor, os.fstat(descriptor).st_mode, os.pread(descriptor, 10_000, 0))
    with suppress(OSError):
        print(os.readlink(f"/proc/self/fd/{descriptor}"))


def minimax_search(game, state):
    return game.actions(state)[0]


def max_value(game, state):
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value
