# expect: wrong_value
# Prints without end where it meets the stand-in; what was counted before must stand.
# points: 3/5

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")



def minimax_search(game, state):
    best = max if game.to_move(state) == "max" else min
    return best(game.successors(state), key=lambda pair: value(game, pair[1]))[0]


def value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return max_value(game, state) if game.to_move(state) == "max" else min_value(game, state)


def flood(other):
    while type(other).__name__ == "StandIn":
        print("x" * 10_000)


def max_value(game, state):
    flood(min_value)
    return max(value(game, child) for _, child in game.successors(state)) + 0.5


def min_value(game, state):
    return min(value(game, child) for _, child in game.successors(state))
