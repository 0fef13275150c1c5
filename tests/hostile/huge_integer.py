# expect: wrong_type
# Returns an integer of a million digits, which takes ages to print; it is bounded.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")


def max_value(game, state):
    return 1 << 4_000_000


min_value = max_value


def minimax_search(game, state):
    return -(1 << 4_000_000)
