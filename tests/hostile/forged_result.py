# expect: broke_protocol
# Writes results of its own that claim points: no honest worker sends such fields.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import json
import os
import struct


def pipes(game):
    """The descriptors of the harness, out of the closure of its function."""
    fetch = game._fetch
    names = fetch.__code__.co_freevars
    cells = dict(zip(names, [cell.cell_contents for cell in fetch.__closure__]))
    return cells["requests"], cells["replies"]


RESULT = {"returned": {"kind": "number", "number": 7}, "verdict": "correct"}
RESULT |= {"points": 3, "score": 100, "passed": True, "visited": ["A", "B", "C"]}


def max_value(game, state):
    text = json.dumps(RESULT).encode()
    os.write(pipes(game)[0], (struct.pack("<BI", 4, len(text)) + text) * 2)
    os._exit(0)


min_value = minimax_search = max_value
