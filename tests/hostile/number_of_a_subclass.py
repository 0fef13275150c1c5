# expect: wrong_type
# Returns an int of its own class, equal to all numbers; only exact types count.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")


class Agreeable(int):
    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    __hash__ = int.__hash__


class Text(str):
    def __eq__(self, other):
        return True

    __hash__ = str.__hash__


def max_value(game, state):
    return Agreeable(5)


min_value = max_value


def minimax_search(game, state):
    return Text("C")
