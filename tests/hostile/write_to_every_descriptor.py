# expect: broke_protocol|exited|crashed
# Writes forged text to each descriptor that is open; none of it is believed.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import os
from contextlib import suppress

for descriptor in range(64):
    with suppress(OSError):
        os.write(descriptor, b'{"score": 100}\nPASSED\n')


def minimax_search(game, state):
    return game.actions(state)[0]


def max_value(game, state):
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value
