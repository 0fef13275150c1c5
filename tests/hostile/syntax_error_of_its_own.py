# expect: crashed|exited
# Raises a SyntaxError that points into files of the grader, with a false line.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")


def max_value(game, state):
    raise SyntaxError("passed", ("/etc/shadow", 1, 1, "<b>root</b>\x1b[2J"))


min_value = max_value


def minimax_search(game, state):
    error = SyntaxError("passed")
    error.filename, error.lineno, error.text = 5, "one", object()
    raise error
