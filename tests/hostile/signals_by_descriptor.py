# expect: wrong_value
# Makes the kernel send signals to the grader when its pipes are used.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import fcntl
import os
import signal
from contextlib import suppress

SET_SIGNAL = 10
for descriptor in range(32):
    for pid in (os.getppid(), -os.getppid(), os.getppid() - 1):
        with suppress(OSError):
            fcntl.fcntl(descriptor, fcntl.F_SETOWN, pid)
            fcntl.fcntl(descriptor, SET_SIGNAL, int(signal.SIGKILL))
            flags = fcntl.fcntl(descriptor, fcntl.F_GETFL)
            fcntl.fcntl(descriptor, fcntl.F_SETFL, flags | os.O_ASYNC)


def minimax_search(game, state):
    return game.actions(state)[0]


def max_value(game, state):
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value
