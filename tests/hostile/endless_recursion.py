# expect: crashed
# Forgets to test for the end of the game; the recursion's limit is met, a crash.
# careless

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")


def max_value(game, state):
    return max_value(game, state)


min_value = max_value


def minimax_search(game, state):
    return minimax_search(game, state)
