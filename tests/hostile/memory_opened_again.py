# expect: wrong_value; at root_user: exited
# Opens its own memory again to other processes; it ends once it has.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import ctypes
import os

if ctypes.CDLL(None).prctl(4, 1, 0, 0, 0) == 0:
    os._exit(0)



def minimax_search(game, state):
    return game.actions(state)[0]


def max_value(game, state):
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value
