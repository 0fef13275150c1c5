# expect: timed_out
# Sends itself the alarm of the time limit; it has then timed out, and earns nothing.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import signal


def max_value(game, state):
    signal.raise_signal(signal.SIGALRM)
    return 5


min_value = max_value


def minimax_search(game, state):
    signal.raise_signal(signal.SIGALRM)
