# expect: crashed
# Raises an error with a message of a million characters; a part of it is shown.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")


def max_value(game, state):
    raise ValueError("long " * 200_000)


min_value = max_value


def minimax_search(game, state):
    raise KeyError(*["long"] * 100_000)
