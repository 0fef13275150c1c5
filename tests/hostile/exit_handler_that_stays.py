# expect: correct
# Plays right, and registers an exit handler that never ends; nobody waits for it.
# careless

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import atexit
import time

atexit.register(time.sleep, 1000)


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
