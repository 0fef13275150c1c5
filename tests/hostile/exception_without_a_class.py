# expect: crashed
# Raises a BaseException of its own that claims to be SystemExit; it is a crash.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")


class Passed(BaseException):
    __module__ = "builtins"
    __qualname__ = "SystemExit"
    code = 0


def max_value(game, state):
    raise Passed(0)


min_value = max_value


def minimax_search(game, state):
    raise Passed(0)
