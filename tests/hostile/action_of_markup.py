# expect: wrong_value
# Returns an action of markup, marks and control characters; it is escaped.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")


def max_value(game, state):
    return 7


min_value = max_value


def minimax_search(game, state):
    return "<b>C</b>\x1b[1m\u202e\ud800\0" * 1000
