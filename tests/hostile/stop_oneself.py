# expect: timed_out
# Sends SIGSTOP to itself, which hides a process from signals; it is killed.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import os
import signal


def max_value(game, state):
    os.kill(os.getpid(), signal.SIGSTOP)
    return 5


min_value = max_value


def minimax_search(game, state):
    return game.actions(state)[0]
