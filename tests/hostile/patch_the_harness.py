# expect: wrong_type
# Replaces how the harness encodes results; it then says what it could return.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import sys

for room in ("values", "serve"):
    module = sys.modules[f"autograder.worker.{room}"]
    module.encode = lambda _: {"kind": "number", "number": 7}


def minimax_search(game, state):
    return game.actions(state)[0]


def max_value(game, state):
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value
