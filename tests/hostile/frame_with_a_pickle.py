# expect: broke_protocol
# Sends a pickle that would run a program in the grader; it is not unpickled.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import os
import struct

PICKLE = b"cos\nsystem\n(S'touch /tmp/hostile-pickle'\ntR."


def pipes(game):
    """The descriptors of the harness, out of the closure of its function."""
    fetch = game._fetch
    names = fetch.__code__.co_freevars
    cells = dict(zip(names, [cell.cell_contents for cell in fetch.__closure__]))
    return cells["requests"], cells["replies"]


def max_value(game, state):
    frame = struct.pack("<BI", 4, len(PICKLE)) + PICKLE
    os.write(pipes(game)[0], frame)
    os.read(pipes(game)[1], 1)
    return 5


min_value = max_value


def minimax_search(game, state):
    return game.actions(state)[0]
