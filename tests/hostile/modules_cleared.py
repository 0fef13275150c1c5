# expect: wrong_value
# Clears sys.modules and sys.path, so that nothing can be imported any more.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import sys

sys.modules.clear()
sys.path.clear()
sys.path_hooks.clear()


def minimax_search(game, state):
    return game.actions(state)[0]


def max_value(game, state):
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value
