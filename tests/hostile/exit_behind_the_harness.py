# expect: exited
# Ends the process by os._exit(0), as if all had gone well; no result, no points.
# careless

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import os


def max_value(game, state):
    os._exit(0)


min_value = max_value


def minimax_search(game, state):
    os._exit(0)
