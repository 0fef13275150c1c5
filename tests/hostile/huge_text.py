# expect: wrong_type
# Returns texts of a million characters; what is shown of them is bounded.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")


def max_value(game, state):
    return "x" * 10**6


min_value = max_value


def minimax_search(game, state):
    return ["x" * 10**6] * 10
