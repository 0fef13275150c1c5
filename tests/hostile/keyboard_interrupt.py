# expect: crashed
# Raises KeyboardInterrupt, to stop the grader as Ctrl-C would; it is a crash.
# careless

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")


def max_value(game, state):
    raise KeyboardInterrupt


min_value = max_value


def minimax_search(game, state):
    raise KeyboardInterrupt
