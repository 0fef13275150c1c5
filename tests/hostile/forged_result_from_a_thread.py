# expect: wrong_value|broke_protocol; at root_user: crashed
# Writes a result from a thread while the search asks; a breach, or the value.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import json
import os
import struct
import threading


def pipes(game):
    """The descriptors of the harness, out of the closure of its function."""
    fetch = game._fetch
    names = fetch.__code__.co_freevars
    cells = dict(zip(names, [cell.cell_contents for cell in fetch.__closure__]))
    return cells["requests"], cells["replies"]


def forge(requests):
    text = json.dumps({"returned": {"kind": "number", "number": 7}}).encode()
    os.write(requests, struct.pack("<BI", 4, len(text)) + text)


def max_value(game, state):
    thread = threading.Thread(target=forge, args=(pipes(game)[0],))
    thread.start()
    thread.join()
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value


def minimax_search(game, state):
    return game.actions(state)[0]
