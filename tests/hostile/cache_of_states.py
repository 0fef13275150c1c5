# expect: correct
# Keeps a table of the states that it has seen, in its module; each test has its own.
# careless

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

seen = {}


def minimax_search(game, state):
    best = max if game.to_move(state) == "max" else min
    return best(game.successors(state), key=lambda pair: value(game, pair[1]))[0]


def value(game, state):
    if game.to_move(state) == "max":
        return max_value(game, state)
    return min_value(game, state)


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return max(value(game, child) for _, child in game.successors(state))


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return min(value(game, child) for _, child in game.successors(state))


def value(game, state):
    if state not in seen:
        kind = max_value if game.to_move(state) == "max" else min_value
        seen[state] = kind(game, state)
    return seen[state]
