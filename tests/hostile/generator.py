# expect: wrong_type
# Writes `yield` for `return`, so that nothing runs; it is told so.
# careless

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")


def max_value(game, state):
    for _, child in game.successors(state):
        yield child


min_value = max_value


def minimax_search(game, state):
    yield game.actions(state)[0]
