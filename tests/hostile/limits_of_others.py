# expect: wrong_value
# Lowers the limits, the priority and the cores of the grader; they stay.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import os
import resource
from contextlib import suppress

for pid in (os.getppid(), os.getppid() - 1, os.getppid() - 2):
    for change in (
        lambda: resource.prlimit(pid, resource.RLIMIT_CPU, (1, 1)),
        lambda: resource.prlimit(pid, resource.RLIMIT_AS, (1 << 20, 1 << 20)),
        lambda: os.setpriority(os.PRIO_PROCESS, pid, 19),
        lambda: os.sched_setaffinity(pid, {1}),
        lambda: os.sched_setscheduler(pid, os.SCHED_IDLE, os.sched_param(0)),
    ):
        with suppress(OSError, ValueError):
            change()


def minimax_search(game, state):
    return game.actions(state)[0]


def max_value(game, state):
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value
