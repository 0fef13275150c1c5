# expect: correct
# Goes on asking from a thread after the return, to see more; nobody answers.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import threading
import time
from contextlib import suppress


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


right = minimax_search


def minimax_search(game, state):
    found = right(game, state)
    with suppress(RuntimeError):
        threading.Thread(target=later, args=(game, state), daemon=True).start()
    return found


def later(game, state):
    while True:
        state._view = None
        game.is_terminal(state)
        time.sleep(0.001)
