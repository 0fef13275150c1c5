# expect: printed_too_much
# Makes more folders than it takes to tire who clears them away.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import os

number = 0
while True:
    number += 1
    os.mkdir(f"folder-{number}")



def minimax_search(game, state):
    return game.actions(state)[0]


def max_value(game, state):
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value
