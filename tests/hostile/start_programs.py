# expect: wrong_value
# Starts programs in all the ways that Python knows; none may start, none stays.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import os
import subprocess
from contextlib import suppress

with suppress(OSError):
    os.posix_spawn("/bin/sleep", ["sleep", "100"], {})
with suppress(OSError):
    subprocess.Popen(["/bin/sleep", "100"], start_new_session=True)
with suppress(OSError):
    os.spawnv(os.P_NOWAIT, "/bin/sleep", ["sleep", "100"])
os.system("sleep 100 &")


def minimax_search(game, state):
    return game.actions(state)[0]


def max_value(game, state):
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value
