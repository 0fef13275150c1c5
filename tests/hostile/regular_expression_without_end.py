# expect: timed_out
# Matches an expression that backtracks for ever; it is stopped.
# careless

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import re


def max_value(game, state):
    return len(re.match(r"(a+)+b", "a" * 100).group())


min_value = max_value


def minimax_search(game, state):
    return game.actions(state)[0]
