# expect: broke_protocol|timed_out
# Asks the grader itself without end, past the cache; it is cut off.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")


def max_value(game, state):
    while True:
        state._view = None
        game.is_terminal(state)


min_value = max_value


def minimax_search(game, state):
    return game.actions(state)[0]
