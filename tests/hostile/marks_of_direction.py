# expect: wrong_value
# Prints marks that turn text around and hide it; they are escaped.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

print("\u202e001/001\u202c \u2066\u200b\ufeff\u00ad \U000e0041 \u2028\u2029\x85")


def minimax_search(game, state):
    return game.actions(state)[0]


def max_value(game, state):
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value
