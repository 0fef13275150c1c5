# expect: wrong_value
# Writes results of its own once it is called a second time in the same game.
# points: 0

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import json
import os
import struct

calls = []


def minimax_search(game, state):
    return game.actions(state)[0]


def max_value(game, state):
    calls.append(game)
    if len(calls) > 1 and calls[-2] is game:
        text = json.dumps({"returned": {"kind": "number", "number": 3}}).encode()
        names = game._fetch.__code__.co_freevars
        cells = [cell.cell_contents for cell in game._fetch.__closure__]
        requests = dict(zip(names, cells))["requests"]
        for _ in range(9):
            os.write(requests, struct.pack("<BI", 4, len(text)) + text)
    return game.utility(state) if game.is_terminal(state) else 99


min_value = max_value
