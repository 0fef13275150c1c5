# expect: wrong_value
# Watches for results.json by inotify, to change it when it comes; it sees nothing.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import ctypes
import os
from contextlib import suppress

libc = ctypes.CDLL(None)
watch = libc.inotify_init1(0o4000)
here = os.getcwd()
for folder in ("/tmp", os.path.dirname(here), "/autograder/results", "/root"):
    libc.inotify_add_watch(watch, folder.encode(), 0xFFF)
with suppress(OSError):
    print(os.read(watch, 4096))


def minimax_search(game, state):
    return game.actions(state)[0]


def max_value(game, state):
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value
