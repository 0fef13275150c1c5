# expect: exited
# Calls sys.exit(0) where a search would return; an exit status is no result.
# careless

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import sys


def max_value(game, state):
    sys.exit(0)


min_value = max_value


def minimax_search(game, state):
    sys.exit(0)
