# expect: timed_out
# Never leaves its loop, since it forgets the next state; it is stopped in time.
# careless

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")


def max_value(game, state):
    best = 0
    children = game.successors(state)
    while children:
        best = max(best, len(children))
    return best


min_value = max_value


def minimax_search(game, state):
    return game.actions(state)[0]
