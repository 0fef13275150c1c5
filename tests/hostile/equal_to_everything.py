# expect: wrong_type
# Returns an object that equals every value and is less than none; its type counts.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")


class Equal:
    def __eq__(self, other):
        return True

    __ge__ = __le__ = __eq__

    def __hash__(self):
        return hash(5)

    def __sub__(self, other):
        return 0

    __rsub__ = __sub__

    def __float__(self):
        return 5.0

    __index__ = __int__ = lambda self: 5


def max_value(game, state):
    return Equal()


min_value = max_value


def minimax_search(game, state):
    return Equal()
