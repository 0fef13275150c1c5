# expect: crashed
# Searches the children in a pool of processes; it is refused, and it crashes.
# careless

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

from multiprocessing import get_context


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


pool = get_context("fork").Pool(2)
