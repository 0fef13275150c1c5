# expect: timed_out
# Sums more than can be summed, in C, where no signal is seen; it is stopped.
# careless

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")


def max_value(game, state):
    return sum(range(10**15))


min_value = max_value


def minimax_search(game, state):
    return game.actions(state)[0]
