# expect: correct|crashed
# Pickles the game and its states, to see what is in them; there is no tree in them.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import pickle
from contextlib import suppress


def pickled(thing):
    with suppress(Exception):
        print(pickle.dumps(thing)[:1000])


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


right = max_value


def max_value(game, state):
    pickled(game)
    pickled(state)
    return right(game, state)
