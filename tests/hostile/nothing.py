# expect: wrong_type
# Forgets to return the value; it is told so.
# careless

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")


def max_value(game, state):
    return print(game.actions(state))


min_value = max_value


def minimax_search(game, state):
    return None
