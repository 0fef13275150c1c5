# expect: printed_too_much
# Makes folders within folders, deeper than anybody can look; none stays.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import os
from contextlib import suppress

with suppress(OSError):
    for _ in range(150):
        os.mkdir("d" * 100)
        os.chdir("d" * 100)


def minimax_search(game, state):
    return game.actions(state)[0]


def max_value(game, state):
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value
