# expect: wrong_type
# Returns NaN, whose distance to every value is not too large; it is no value.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")


def max_value(game, state):
    return float("nan")


min_value = max_value


def minimax_search(game, state):
    return float("nan")
