# expect: crashed
# Reads from address 0; it crashes with SIGSEGV, which is no fault of the grader.
# careless

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import ctypes


def max_value(game, state):
    return ctypes.string_at(0)


min_value = max_value


def minimax_search(game, state):
    return ctypes.string_at(0)
