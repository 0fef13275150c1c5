# expect: wrong_type
# Returns a Decimal that is NaN; it is told which types are numbers here.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

from decimal import Decimal


def max_value(game, state):
    return Decimal("sNaN")


min_value = max_value


def minimax_search(game, state):
    return game.actions(state)[0]
