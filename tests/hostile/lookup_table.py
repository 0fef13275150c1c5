# expect: wrong_visits
# Knows the values of the trees by heart, and asks nothing; the visits are missing.
# points: 2/3

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

TABLE = {"max": (5, "C"), "min": (2, "C")}


def max_value(game, state):
    return TABLE["max"][0]


def min_value(game, state):
    return TABLE["min"][0]


def minimax_search(game, state):
    return "C"
