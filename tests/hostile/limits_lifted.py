# expect: crashed
# Lifts its own limits before it takes all memory; the hard limits hold, it crashes.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import resource
from contextlib import suppress

for which in (resource.RLIMIT_AS, resource.RLIMIT_CPU, resource.RLIMIT_NPROC):
    with suppress(OSError, ValueError):
        resource.setrlimit(which, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    with suppress(OSError, ValueError):
        _, hard = resource.getrlimit(which)
        resource.setrlimit(which, (hard, hard))


def max_value(game, state):
    return len(bytearray(1 << 40))


min_value = max_value


def minimax_search(game, state):
    return game.actions(state)[0]
