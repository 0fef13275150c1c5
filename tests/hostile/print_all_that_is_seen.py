# expect: correct
# Prints each state and utility it is told; that is its own output, and no more.
# careless

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")


def minimax_search(game, state):
    best = max if game.to_move(state) == "max" else min
    return best(game.successors(state), key=lambda pair: value(game, pair[1]))[0]


def value(game, state):
    print(state, state.data, game.to_move(state), game.actions(state))
    if game.is_terminal(state):
        print("  utility", game.utility(state))
        return game.utility(state)
    best = max if game.to_move(state) == "max" else min
    return best(value(game, child) for _, child in game.successors(state))


max_value = min_value = value
