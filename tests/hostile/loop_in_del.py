# expect: timed_out
# Returns the value, but the destructor of an object never ends; it is stopped.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")


class Forever:
    def __del__(self):
        while True:
            try:
                while True:
                    pass
            except BaseException:
                pass


def max_value(game, state):
    keep = Forever()
    return 5


min_value = max_value


def minimax_search(game, state):
    return "C"
