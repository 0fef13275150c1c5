# expect: wrong_type
# Returns what says that it is a number of numpy; its type counts, not its words.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")


class Scalar:
    __module__ = "numpy"

    def item(self):
        return 7


def max_value(game, state):
    return Scalar()


min_value = max_value


def minimax_search(game, state):
    return Scalar()
