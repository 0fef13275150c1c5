# expect: wrong_type
# Returns a list that contains itself, deep and wide; what is shown is bounded.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

endless = []
endless += [endless] * 1000
for _ in range(100_000):
    endless = [endless]


def max_value(game, state):
    return endless


min_value = max_value


def minimax_search(game, state):
    return {1: endless}
