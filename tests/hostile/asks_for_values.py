# expect: broke_protocol
# Sends the request of a stand-in, which tells exact values, where there is none.
# points: 0

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import os
import struct


def minimax_search(game, state):
    return game.actions(state)[0]


def asked(game, state):
    names = game._fetch.__code__.co_freevars
    cells = [cell.cell_contents for cell in game._fetch.__closure__]
    pipes = dict(zip(names, cells))
    request = struct.pack("<BI", 5, state._handle) + struct.pack("<BddB", 0, 0.0, 0.0, 255)
    os.write(pipes["requests"], request)
    reply = os.read(pipes["replies"], 14)
    return struct.unpack("<IBBd", reply)[3]


def max_value(game, state):
    return asked(game, state)


min_value = max_value
