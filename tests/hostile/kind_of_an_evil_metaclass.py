# expect: wrong_type|crashed
# Returns an object whose type answers every question about it with an error.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")


class Meta(type):
    def __hash__(cls):
        raise KeyError("no hash")

    def __eq__(cls, other):
        return True

    def __getattribute__(cls, name):
        raise RuntimeError(name)


class Evil(metaclass=Meta):
    pass


def max_value(game, state):
    return Evil()


min_value = max_value


def minimax_search(game, state):
    return Evil()
