# expect: broke_protocol|timed_out
# Writes questions without reading the answers, until the pipes are full.

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


def max_value(game, state):
    requests, _ = pipes(game)
    question = struct.pack("<BI", 3, state._handle)
    while True:
        os.write(requests, question * 100)


min_value = max_value


def minimax_search(game, state):
    return game.actions(state)[0]
