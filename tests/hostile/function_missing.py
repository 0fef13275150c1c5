# expect: function_missing
# Names its functions as it likes; it is told which were expected.
# careless

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")


def maxValue(game, state):
    return 5


def minValue(game, state):
    return 5


class Minimax:
    def minimax_search(self, game, state):
        return "C"
