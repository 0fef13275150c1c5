# expect: wrong_value
# Fills its folder with links to folders of the grader, for whoever cleans up.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import glob
import os
from contextlib import suppress

here = os.path.dirname(os.path.abspath(__file__))
targets = [here, os.path.dirname(here), "/etc", *glob.glob("/tmp/hostility-*/*")]
for number, target in enumerate(targets):
    with suppress(OSError):
        os.symlink(target, f"link-{number}")
    with suppress(OSError):
        os.link(os.path.join(here, os.path.basename(__file__)), f"hard-{number}")
with suppress(OSError):
    os.symlink("loop", "loop")
with suppress(OSError):
    os.mkfifo("pipe")


def minimax_search(game, state):
    return game.actions(state)[0]


def max_value(game, state):
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value
