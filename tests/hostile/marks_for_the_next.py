# expect: correct
# Leaves locks, flags and keys on all that workers may share, and fails where it finds one.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import ctypes
import fcntl
import os
import struct
from contextlib import suppress

SHARED = "/dev/null"
SET_LOCK, GET_LOCK = 37, 36
ADD_KEY, REQUEST_KEY = 248, 249
RINGS = (-3, -4, -5)
LOCK = struct.pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, 7, 1, 0)
libc = ctypes.CDLL(None)


def marks():
    if fcntl.fcntl(0, fcntl.F_GETFL) & (os.O_NONBLOCK | os.O_APPEND):
        yield "a flag"
    if libc.syscall(REQUEST_KEY, b"user", b"hostile", None, 0) >= 0:
        yield "a key"
    with suppress(PermissionError), open(SHARED, "r+b") as other:
        told = fcntl.fcntl(other, GET_LOCK, LOCK)
        if struct.unpack("hhqqi4x", told)[0] != fcntl.F_UNLCK:
            yield "a lock"
    try:
        with suppress(PermissionError), open(SHARED, "r+b") as other:
            fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        yield "a lock of the whole"


found = [*marks()]
assert not found, found
for descriptor in range(32):
    with suppress(OSError):
        fcntl.fcntl(descriptor, SET_LOCK, LOCK)
    with suppress(OSError):
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
with suppress(OSError):
    fcntl.fcntl(0, fcntl.F_SETFL, os.O_NONBLOCK | os.O_APPEND)
with suppress(OSError):
    os.set_blocking(0, False)
for ring in RINGS:
    libc.syscall(ADD_KEY, b"user", b"hostile", b"7", 1, ring)


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return max(min_value(game, child) for _, child in game.successors(state))


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return min(max_value(game, child) for _, child in game.successors(state))


def minimax_search(game, state):
    mine, best = game.to_move(state) == "max", None
    for action, child in game.successors(state):
        value = (min_value if mine else max_value)(game, child)
        if best is None or (value > best[0] if mine else value < best[0]):
            best = value, action
    return best[1]
