# expect: correct
# Sets the file of its prints so that the grader's read fails; the grader sets it back.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import fcntl
import os
import sys
from contextlib import suppress

print("hello")
sys.stdout.flush()
with suppress(OSError):
    flags = fcntl.fcntl(1, fcntl.F_GETFL) | getattr(os, "O_DIRECT", 0)
    fcntl.fcntl(1, fcntl.F_SETFL, flags)


def minimax_search(game, state):
    sign = 1 if game.to_move(state) == "max" else -1
    return max(
        game.actions(state), key=lambda a: sign * value(game, game.result(state, a))
    )


def value(game, state):
    if game.to_move(state) == "max":
        return max_value(game, state)
    return min_value(game, state)


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return max(value(game, child) for _, child in game.successors(state))


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return min(value(game, child) for _, child in game.successors(state))
