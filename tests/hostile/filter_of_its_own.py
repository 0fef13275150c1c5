# expect: wrong_value
# Puts up filters and rules of its own, to make the harness fail; it hits itself.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import ctypes
import resource

libc = ctypes.CDLL(None)
libc.prctl(38, 1, 0, 0, 0)  # no_new_privs
libc.prctl(1, 0, 0, 0, 0)  # no signal at the death of the parent
libc.prctl(36, 1, 0, 0, 0)  # be the parent of orphans
resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
resource.setrlimit(resource.RLIMIT_NOFILE, (3, 3))


def minimax_search(game, state):
    return game.actions(state)[0]


def max_value(game, state):
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value
