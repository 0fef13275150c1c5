# expect: wrong_value
# Replaces the main module, standard streams and the exit; the harness needs none.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import builtins
import io
import os
import sys
import types

sys.modules["__main__"] = types.ModuleType("__main__")
sys.stdout = sys.stderr = io.StringIO()
sys.__stdout__ = sys.__stderr__ = None
sys.exit = os._exit = sys.excepthook = lambda *_: None
builtins.print = lambda *_, **__: None


def minimax_search(game, state):
    return game.actions(state)[0]


def max_value(game, state):
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value
