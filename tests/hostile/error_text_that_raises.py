# expect: crashed
# Raises errors whose text raises, exits or is no text; it crashes all the same.
# careless

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")


class NoText(Exception):
    def __str__(self):
        raise RuntimeError("again")


class Exits(Exception):
    def __str__(self):
        return 5


def max_value(game, state):
    raise NoText


min_value = max_value


def minimax_search(game, state):
    raise Exits
