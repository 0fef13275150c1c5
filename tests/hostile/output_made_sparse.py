# expect: wrong_value|printed_too_much
# Moves and truncates the file behind its own output, to make it huge; it is bounded.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import os
from contextlib import suppress

for move in (
    lambda: os.ftruncate(1, 2**40),
    lambda: os.posix_fallocate(1, 0, 2**40),
    lambda: os.lseek(1, 2**40, os.SEEK_SET),
    lambda: os.write(1, b"far away"),
):
    with suppress(OSError):
        move()


def minimax_search(game, state):
    return game.actions(state)[0]


def max_value(game, state):
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value
