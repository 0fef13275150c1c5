# expect: wrong_value
# Guesses the states behind a cut by their parents' names; it is given no handle.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")


def alpha_beta_search(game, state):
    return game.actions(state)[0]


def max_value(game, state, alpha, beta):
    last = game.successors(state)[-1][1]
    for name in ("D2", "D3", "D4"):
        hidden = type(state)(game, last._handle, name)
        print(hidden, getattr(hidden, "_view", None))
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value
