# expect: crashed
# Starts threads without end; the system refuses some thread, and it crashes.
# careless

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import threading


def max_value(game, state):
    while True:
        threading.Thread(target=threading.Event().wait, daemon=True).start()


min_value = max_value


def minimax_search(game, state):
    return game.actions(state)[0]
