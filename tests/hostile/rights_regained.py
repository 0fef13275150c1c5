# expect: wrong_value
# Tries to become root again, by set-user-id programs, groups and namespaces.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import ctypes
import os
from contextlib import suppress

libc = ctypes.CDLL(None)
for call in (
    lambda: os.setuid(0),
    lambda: os.seteuid(0),
    lambda: os.setresgid(0, 0, 0),
    lambda: os.setgroups([0]),
    lambda: os.chroot("/"),
    lambda: print(open("/etc/shadow").read()),
):
    with suppress(OSError):
        call()
libc.unshare(0x10000000 | 0x00020000)  # user and mount namespaces
libc.prctl(4, 1, 0, 0, 0)  # dumpable


def minimax_search(game, state):
    return game.actions(state)[0]


def max_value(game, state):
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value
