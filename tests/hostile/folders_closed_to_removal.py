# expect: wrong_value; at user_full: printed_too_much
# Makes folders that nobody may enter, with odd names; they are removed all the same.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import os
from contextlib import suppress

for name in ("closed", "new\nline", "-rf", "\x1b[2J", "x" * 255, b"\xff\xfe"):
    with suppress(OSError):
        os.mkdir(name)
        with open(os.path.join(name, b"file" if type(name) is bytes else "file"), "w"):
            pass
        os.chmod(name, 0)
os.umask(0o777)
with suppress(OSError):
    os.mkdir("masked")


def minimax_search(game, state):
    return game.actions(state)[0]


def max_value(game, state):
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value
