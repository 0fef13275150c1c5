# expect: broke_protocol
# Asks about a state that it made up; that is a breach, and the tree stays closed.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")


def max_value(game, state):
    hidden = type(state)(game, 12345, "hidden")
    return game.utility(hidden)


min_value = max_value


def minimax_search(game, state):
    return game.actions(state)[0]
