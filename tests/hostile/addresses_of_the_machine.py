# expect: wrong_value; at root_user: exited
# Asks a socket for the machine's addresses, and for the sockets of odd families.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import fcntl
import os
import socket
from contextlib import suppress

for request in (0x8912, 0x8942, 0x89F0, 0x8B01):
    mine, theirs = socket.socketpair()
    with mine, theirs, suppress(OSError):
        fcntl.ioctl(mine, request, bytes(16))
        os._exit(0)
for family in range(2, 46):
    for kind in (1, 2, 3, 5):
        with suppress(OSError):
            socket.socketpair(family, kind)
            os._exit(0)



def minimax_search(game, state):
    return game.actions(state)[0]


def max_value(game, state):
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value
