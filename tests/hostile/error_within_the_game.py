# expect: crashed
# Asks for what is not legal; the traceback shows its own lines, not the grader's.
# careless

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")


def minimax_search(game, state):
    return game.result(state, "no such action")


def max_value(game, state):
    return game.utility(state)


min_value = max_value
