# expect: wrong_value
# Kills all processes that it may signal, the grader first; there are none.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import os
import signal
from contextlib import suppress

NOBODY_HAS = 60_000  # and above: elsewhere a hole in the sandbox would end a session
deadly = signal.SIGKILL if os.getuid() > NOBODY_HAS else 0
with suppress(OSError):
    os.kill(os.getppid(), signal.SIGKILL)
with suppress(OSError):
    os.kill(-1, deadly)


def minimax_search(game, state):
    return game.actions(state)[0]


def max_value(game, state):
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value
