# expect: wrong_value
# Sets timers by the thousand, which fill the kernel's memory; a few are granted.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import ctypes
import os

libc = ctypes.CDLL(None)
timer = ctypes.c_void_p()
for count in range(5000):
    if libc.timer_create(1, None, ctypes.byref(timer)):
        break
else:
    os._exit(0)



def minimax_search(game, state):
    return game.actions(state)[0]


def max_value(game, state):
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value
