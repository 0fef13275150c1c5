# expect: wrong_value|wrong_action|wrong_visits|correct
# Chooses at random among the actions, with a seed from the clock; it is judged.
# points: 0
# careless

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import random
import time

random.seed(time.time_ns())


def max_value(game, state):
    while not game.is_terminal(state):
        state = random.choice(game.successors(state))[1]
    return game.utility(state) + 0.25


min_value = max_value


def minimax_search(game, state):
    return random.choice(["A", "X"])
