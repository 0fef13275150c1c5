# expect: crashed
# Has left a breakpoint in; there is nobody to talk with, and it says so.
# careless

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")


def max_value(game, state):
    breakpoint()
    return 5


min_value = max_value


def minimax_search(game, state):
    breakpoint()
