# expect: crashed|timed_out|printed_too_much
# Starts threads with the smallest of stacks, so that many fit; it is ended.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import threading

threading.stack_size(32768)


def wait_and_start():
    threading.Thread(target=wait_and_start).start()
    threading.Event().wait()


def max_value(game, state):
    while True:
        threading.Thread(target=wait_and_start).start()


min_value = max_value


def minimax_search(game, state):
    return game.actions(state)[0]
