# expect: crashed
# Kills itself by SIGKILL, as the grader would have; that is a crash, not a pass.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import os
import signal


def max_value(game, state):
    os.kill(os.getpid(), signal.SIGKILL)


min_value = max_value


def minimax_search(game, state):
    return game.actions(state)[0]
