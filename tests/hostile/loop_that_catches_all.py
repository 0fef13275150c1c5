# expect: timed_out
# Loops within a bare except, which swallows the limit's exception; it is stopped.
# careless

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")


def max_value(game, state):
    while True:
        try:
            while True:
                game.is_terminal(state)
        except:
            continue


min_value = max_value


def minimax_search(game, state):
    return game.actions(state)[0]
