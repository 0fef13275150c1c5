# expect: wrong_value
# Leaves files in every folder that is open to all; none of them stays.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import os
import tempfile
from contextlib import suppress

for folder in ("/tmp", "/var/tmp", "/dev/shm", "/run/lock", tempfile.gettempdir()):
    with suppress(OSError), open(f"{folder}/hostile-file", "wb") as file:
        file.write(b"x" * 1000)
    with suppress(OSError):
        os.makedirs(f"{folder}/hostile-folder/below")
        os.mkfifo(f"{folder}/hostile-folder/pipe")
        os.symlink("/etc/passwd", f"{folder}/hostile-folder/below/link")


def minimax_search(game, state):
    return game.actions(state)[0]


def max_value(game, state):
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value
