# expect: wrong_signature
# Wants a depth that nobody gives; it is told how its functions are called.
# careless

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")


def max_value(game, state, depth):
    return 5


min_value = max_value


def minimax_search(game, state, depth):
    return "C"
