# expect: crashed
# Opens its own file again and again without closing it; it runs out and crashes.
# careless

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

kept = []


def max_value(game, state):
    while True:
        kept.append(open(__file__))


min_value = max_value


def minimax_search(game, state):
    return game.actions(state)[0]
