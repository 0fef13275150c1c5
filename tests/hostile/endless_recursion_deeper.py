# expect: crashed|timed_out
# Raises the recursion's limit and recurses without end; it crashes, whatever way.
# careless

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import sys

sys.setrecursionlimit(10**9)


def max_value(game, state, board=None):
    copied = bytearray(100_000)
    return max_value(game, state, copied) + len(copied)


min_value = max_value


def minimax_search(game, state):
    return minimax_search(game, state)
