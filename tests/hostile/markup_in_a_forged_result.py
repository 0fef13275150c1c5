# expect: crashed
# Forges an error full of markup, marks and control characters; they are escaped.

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


TEXT = "<script>alert(1)</script>\x1b[2J\u202e\ud800\r\n" * 20
ERROR = {"kind": "crash", "stage": "call", "message": TEXT, "type": TEXT}
ERROR |= {"near": [TEXT] * 3, "frames": [[TEXT, 1, TEXT, TEXT]] * 9}


def max_value(game, state):
    text = json.dumps({"error": ERROR}).encode()
    os.write(pipes(game)[0], (struct.pack("<BI", 4, len(text)) + text) * 2)
    os._exit(0)


min_value = minimax_search = max_value
