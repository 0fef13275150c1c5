# expect: broke_protocol|timed_out
# Sends half of a result and waits; it is ended, and has no result.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import os
import struct
import time


def pipes(game):
    """The descriptors of the harness, out of the closure of its function."""
    fetch = game._fetch
    names = fetch.__code__.co_freevars
    cells = dict(zip(names, [cell.cell_contents for cell in fetch.__closure__]))
    return cells["requests"], cells["replies"]


def max_value(game, state):
    os.write(pipes(game)[0], struct.pack("<BI", 4, 100) + b'{"returned": ')
    time.sleep(1000)


min_value = minimax_search = max_value
