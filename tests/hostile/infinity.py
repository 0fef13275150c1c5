# expect: wrong_type
# Returns the bound that it started with; it is told that the bound leaked out.
# careless

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")


def max_value(game, state):
    return float("inf")


min_value = max_value


def minimax_search(game, state):
    return float("-inf")
