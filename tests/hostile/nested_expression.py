# expect: crashed
# Evaluates an expression that is nested beyond measure; its own process crashes.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")


def max_value(game, state):
    return eval("-" * 1_000_000 + "1")


min_value = max_value


def minimax_search(game, state):
    return eval("(" * 100_000 + ")" * 100_000)
