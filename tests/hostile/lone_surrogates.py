# expect: wrong_value
# Prints halves of characters and bytes that are no text; the report stays valid.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import sys

print("\ud800\udfff")
sys.stdout.buffer.write(b"\xff\xfe\xc0\x80\xed\xa0\x80\n")
sys.stdout.flush()


def minimax_search(game, state):
    return game.actions(state)[0]


def max_value(game, state):
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value
