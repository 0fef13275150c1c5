# expect: wrong_value
# Reserves room on the disk and in memory without writing it; it is refused.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import os
from contextlib import suppress

with suppress(OSError), open("reserved", "wb") as file:
    os.posix_fallocate(file.fileno(), 0, 1 << 34)
with suppress(OSError, AttributeError):
    descriptor = os.memfd_create("hostile")
    os.ftruncate(descriptor, 1 << 34)
    os.posix_fallocate(descriptor, 0, 1 << 34)


def minimax_search(game, state):
    return game.actions(state)[0]


def max_value(game, state):
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value
