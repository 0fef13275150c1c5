# expect: wrong_type
# Returns an object whose class has a name of markup and control characters.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

Evil = type("</td><script>\x1b[2J\u202e" + "x" * 10**5, (), {})


def max_value(game, state):
    return Evil()


min_value = max_value


def minimax_search(game, state):
    return Evil()
