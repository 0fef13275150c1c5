# expect: wrong_value
# Leaves a module wherever the next test might import it from; the next finds none.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import importlib
import os
import sys
from contextlib import suppress

here = os.path.dirname(os.path.abspath(__file__))
with suppress(ImportError):
    importlib.import_module("hostile_module")
    os._exit(0)
grader = os.path.dirname(sys.modules["autograder"].__file__)
for folder in (".", here, os.path.dirname(here), grader, *sys.path):
    with suppress(OSError), open(os.path.join(folder, "hostile_module.py"), "x"):
        pass


def minimax_search(game, state):
    return game.actions(state)[0]


def max_value(game, state):
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value
