# expect: broke_protocol
# Sends a result of the wrong form; that is a breach, and nothing of it is shown.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import os
import struct


def pipes(game):
    """The descriptors of the harness, out of the closure of its function."""
    fetch = game._fetch
    names = fetch.__code__.co_freevars
    cells = dict(zip(names, [cell.cell_contents for cell in fetch.__closure__]))
    return cells["requests"], cells["replies"]


RESULT = '{"returned": ["number", 5], "error": {"frames": 7}}'


def max_value(game, state):
    frame = struct.pack("<BI", 4, len(RESULT)) + RESULT.encode()
    os.write(pipes(game)[0], frame * 2)
    os._exit(0)


min_value = minimax_search = max_value
