# expect: wrong_value
# Looks for the work of other students beside its own folder; nothing is to be had.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import glob
import os
from contextlib import suppress

here = os.path.dirname(os.path.abspath(__file__))
above = os.path.dirname(here)
for pattern in (
    f"{above}/*/*.py",
    f"{above}/*/*/*.py",
    f"{above}/../autograder-*/*/*.py",
):
    for path in glob.glob(pattern):
        if not path.startswith(here + "/"):
            with suppress(OSError):
                print(path, open(path).read()[:100])


def minimax_search(game, state):
    return game.actions(state)[0]


def max_value(game, state):
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value
