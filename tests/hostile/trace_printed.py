# expect: wrong_value
# Prints the traceback and the stack of a call of the game, for the grader's lines.
# careless

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import traceback


def max_value(game, state):
    traceback.print_stack()
    try:
        return game.utility(state)
    except ValueError:
        traceback.print_exc()
    return 0


min_value = max_value


def minimax_search(game, state):
    return game.actions(state)[0]
