# expect: wrong_value
# Moves, removes and replaces its own working folder, to be cleaned up elsewhere.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import os
from contextlib import suppress

here = os.getcwd()
for move in (
    lambda: os.rename(here, here + "-moved"),
    lambda: os.rename(here, "/tmp/hostile-moved"),
    lambda: os.rmdir(here),
    lambda: os.symlink("/tmp", here),
    lambda: os.chmod(here, 0),
    lambda: os.mkdir(os.path.join(os.path.dirname(here), "work-of-mine")),
):
    with suppress(OSError):
        move()


def minimax_search(game, state):
    return game.actions(state)[0]


def max_value(game, state):
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value
