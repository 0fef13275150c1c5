# expect: crashed
# Asks for a core dump and crashes; there is none, neither beside it nor elsewhere.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import ctypes
import resource
from contextlib import suppress

libc = ctypes.CDLL(None)
libc.prctl(4, 1, 0, 0, 0)  # PR_SET_DUMPABLE
with suppress(OSError, ValueError):
    resource.setrlimit(resource.RLIMIT_CORE, (-1, -1))


def max_value(game, state):
    return ctypes.string_at(0)


min_value = max_value


def minimax_search(game, state):
    return game.actions(state)[0]
