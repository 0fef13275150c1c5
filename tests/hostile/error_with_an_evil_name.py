# expect: crashed
# Raises an error whose class has a name of markup and a thousand characters.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

Evil = type("\x1b[2J<script>\u202e" + "E" * 1000, (Exception,), {"__module__": "\n"})


def max_value(game, state):
    raise Evil("x")


min_value = max_value


def minimax_search(game, state):
    raise Evil
