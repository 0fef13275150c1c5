# expect: wrong_value
# Loops once it is called a second time in the same game; no second call counts.
# points: 0

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

calls = []


def minimax_search(game, state):
    return game.actions(state)[0]


def max_value(game, state):
    calls.append(game)
    if len(calls) > 1 and calls[-2] is game:
        while True:
            pass
    return game.utility(state) if game.is_terminal(state) else 99


min_value = max_value
