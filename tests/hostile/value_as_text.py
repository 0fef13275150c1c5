# expect: wrong_type
# Returns the value as a text; it is told that a number was expected.
# points: 1/3
# careless

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")


def max_value(game, state):
    return str(5)


min_value = max_value


def minimax_search(game, state):
    return game.actions(state)[1]
