# expect: crashed
# Raises in a function whose name is markup and control characters; it is escaped.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")


def fail():
    raise ValueError("x")


fail.__code__ = fail.__code__.replace(co_name="<b>\x1b[2J\n" + "x" * 1000)


def max_value(game, state):
    return fail()


min_value = max_value


def minimax_search(game, state):
    return fail()
