# expect: wrong_type
# Returns the state for its value, and the next state for the action.
# careless

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")


def max_value(game, state):
    return state


min_value = max_value


def minimax_search(game, state):
    return game.successors(state)[0][1]
