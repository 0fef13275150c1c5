# expect: wrong_value; at root_user: exited
# Takes what all share of asynchronous input and output; it ends once it has any.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import ctypes
import os

NUMBER = {"x86_64": 206, "aarch64": 0}.get(os.uname().machine, -1)
context = ctypes.c_ulong(0)
if ctypes.CDLL(None).syscall(NUMBER, 1, ctypes.byref(context)) == 0:
    os._exit(0)



def minimax_search(game, state):
    return game.actions(state)[0]


def max_value(game, state):
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value
