# expect: printed_too_much
# Prints its state in a loop that never ends; it is stopped by what it printed.
# careless

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")


def max_value(game, state):
    while True:
        print("visiting", state)


min_value = max_value


def minimax_search(game, state):
    return game.actions(state)[0]
