# expect: wrong_value
# Closes files to the grader by chmod, chown and locks, so that it fails to write.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import fcntl
import glob
import os
from contextlib import suppress

here = os.path.dirname(os.path.abspath(__file__))
for path in [
    here,
    os.path.dirname(here),
    __file__,
    *glob.glob("/tmp/hostility-*/results*"),
]:
    for close in (
        lambda: os.chmod(path, 0),
        lambda: os.chown(path, os.getuid(), os.getgid()),
        lambda: fcntl.flock(os.open(path, os.O_RDONLY), fcntl.LOCK_EX | fcntl.LOCK_NB),
        lambda: os.setxattr(path, "user.hostile", b"1"),
        lambda: os.utime(path, (0, 0)),
    ):
        with suppress(OSError):
            close()


def minimax_search(game, state):
    return game.actions(state)[0]


def max_value(game, state):
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value
