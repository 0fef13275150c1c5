# expect: wrong_value
# Starts a daemon that would rewrite results later; it is refused, nothing stays.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import os
import time
from contextlib import suppress


def daemon():
    if os.fork():
        return
    os.setsid()
    if os.fork():
        os._exit(0)
    for _ in range(2000):
        with suppress(OSError), open("/autograder/results/results.json", "w") as file:
            file.write('{"score": 100}')
        time.sleep(0.01)
    os._exit(0)


with suppress(OSError):
    daemon()


def minimax_search(game, state):
    return game.actions(state)[0]


def max_value(game, state):
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value
