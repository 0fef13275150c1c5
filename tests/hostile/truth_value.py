# expect: wrong_type
# Returns True for 1, as comparisons do; a truth value is no number here.
# careless

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")


def max_value(game, state):
    return game.to_move(state) == "max"


min_value = max_value


def minimax_search(game, state):
    return game.actions(state)[0]
