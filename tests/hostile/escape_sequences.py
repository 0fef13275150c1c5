# expect: wrong_value
# Prints sequences that clear the screen, move the cursor and ring; they are escaped.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

print("\x1b[2J\x1b[H\x1b]0;PASSED\x07\r100/100\x08\x00\x7f\x9b1m")


def minimax_search(game, state):
    return game.actions(state)[0]


def max_value(game, state):
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value
