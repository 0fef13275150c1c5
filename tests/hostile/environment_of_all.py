# expect: wrong_value
# Reads the environment and the command line of every process that it can see.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import glob
import os
import re
import sys
from contextlib import suppress

print(dict(os.environ), sys.argv, getattr(sys, "orig_argv", ())[-1:])
for name in ("environ", "cmdline"):
    for path in glob.glob(f"/proc/[0-9]*/{name}"):
        with suppress(OSError), open(path, "rb") as file:
            print(*re.findall(rb"S[0-9a-f]{16}", file.read())[:5])


def minimax_search(game, state):
    return game.actions(state)[0]


def max_value(game, state):
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value
