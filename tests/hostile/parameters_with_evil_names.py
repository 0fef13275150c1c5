# expect: wrong_signature|crashed
# Has a signature that lies in its names, by __signature__; the call is refused.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import inspect


class Evil(inspect.Parameter):
    name = "\x1b[2J<b>"


def max_value(game):
    return 5


max_value.__signature__ = inspect.Signature(
    [Evil(f"p{n}", inspect.Parameter.POSITIONAL_ONLY) for n in range(1000)]
)
min_value = max_value


def minimax_search(game):
    return "C"
