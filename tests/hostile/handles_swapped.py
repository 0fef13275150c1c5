# expect: wrong_value
# Swaps the handles of states, to visit one as another; the grader knows better.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")


def max_value(game, state):
    first, second = [child for _, child in game.successors(state)]
    first._handle, second._handle = second._handle, first._handle
    first._label = second._label = "\x1b[2J"
    return game.utility(game.successors(second)[0][1])


min_value = max_value


def minimax_search(game, state):
    return game.actions(state)[0]
