# expect: wrong_value
# Asks the kernel for files by io_uring, which filters do not see; it is refused.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
parameters = ctypes.create_string_buffer(248)
descriptor = libc.syscall(425, 8, parameters)  # io_uring_setup
print("ring", descriptor)
if descriptor >= 0:
    os.close(descriptor)


def minimax_search(game, state):
    return game.actions(state)[0]


def max_value(game, state):
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value
