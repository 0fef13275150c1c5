# expect: crashed
# Calls input(), as a program for people does; there is none, and it says so.
# careless

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")


def max_value(game, state):
    return int(input("Value of this state? "))


min_value = max_value


def minimax_search(game, state):
    return input("Your move? ")
