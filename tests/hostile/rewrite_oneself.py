# expect: wrong_value
# Writes a right search over its own file, to be graded from the next test on.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import os
from contextlib import suppress

RIGHT = """
def max_value(game, state):
    return 2


def minimax_search(game, state):
    return "C"


min_value = max_value
"""
with suppress(OSError):
    os.chmod(__file__, 0o644)
with suppress(OSError), open(__file__, "w") as file:
    file.write(RIGHT)
with suppress(OSError), open("new.py", "w") as file:
    file.write(RIGHT)
with suppress(OSError):
    os.replace("new.py", __file__)


def minimax_search(game, state):
    return game.actions(state)[0]


def max_value(game, state):
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value
