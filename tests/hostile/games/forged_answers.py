# loses: to_move actions result is_terminal utility canonical unchanged illegal
# It writes answers of its own into every descriptor: the talk breaks off.

if __name__ != "coin_splitting":
    raise ImportError("this program may do harm: it is for the sandbox alone")

import json
import os
import struct


def forge():
    text = json.dumps({"is_terminal": True, "to_move": "max", "actions": []}).encode()
    frame = struct.pack("<BI", 9, len(text)) + text
    for descriptor in range(32):
        for _ in range(50):
            try:
                os.write(descriptor, frame)
            except OSError:
                break


def initial_state():
    forge()
    return 7


def to_move(state):
    return "max"


def actions(state):
    return []


def result(state, action):
    return state


def is_terminal(state):
    return True


def utility(state, player):
    return 1
