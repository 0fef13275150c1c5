# expect: wrong_type
# Returns objects whose texts raise, print and exit; none of them is asked for.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")


class Evil:
    def __repr__(self):
        print("asked for its text")
        raise SystemExit("evil")

    __str__ = __format__ = __hash__ = __repr__

    def __reduce__(self):
        return print, ("unpickled",)


def max_value(game, state):
    return Evil()


min_value = max_value


def minimax_search(game, state):
    return [Evil(), {Evil: Evil()}]
