# expect: printed_too_much
# Gives a file more names than it takes to tire who clears them away; it is ended.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import os

open("file", "wb").close()
for number in range(5000):
    os.link("file", f"file-{number}")


def minimax_search(game, state):
    return game.actions(state)[0]


def max_value(game, state):
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value
