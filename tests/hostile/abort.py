# expect: crashed
# Calls os.abort(), which would leave a core; it crashes and leaves nothing.
# careless

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import os
import resource

_, most = resource.getrlimit(resource.RLIMIT_CORE)
resource.setrlimit(resource.RLIMIT_CORE, (most, most))


def max_value(game, state):
    os.abort()


min_value = max_value


def minimax_search(game, state):
    return game.actions(state)[0]
