# expect: timed_out
# Raises an error whose text takes for ever, when its time is over; it is stopped.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")


class Endless(Exception):
    def __str__(self):
        while True:
            pass


def max_value(game, state):
    raise Endless


min_value = max_value


def minimax_search(game, state):
    raise Endless
