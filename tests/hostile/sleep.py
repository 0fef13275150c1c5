# expect: timed_out
# Waits for a thousand seconds and burns no time of the processor; it is stopped.
# careless

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import time


def max_value(game, state):
    time.sleep(1000)
    return 5


min_value = max_value


def minimax_search(game, state):
    return game.actions(state)[0]
