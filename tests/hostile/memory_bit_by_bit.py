# expect: crashed
# Lets a list grow without end; its own limit is met, not that of the machine.
# careless

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")


def max_value(game, state):
    seen = ["x"]
    while True:
        seen += seen


min_value = max_value


def minimax_search(game, state):
    return game.actions(state)[0]
