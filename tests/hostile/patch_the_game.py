# expect: wrong_value
# Replaces the methods of the game, so that it is simpler; the tree is not there.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")


def max_value(game, state):
    kind = type(game)
    kind.is_terminal = lambda *_: True
    kind.utility = lambda *_: 5
    kind.successors = kind.actions = lambda *_: ()
    type(state).__eq__ = lambda *_: True
    return game.utility(state) + 1000


min_value = max_value


def minimax_search(game, state):
    return "B"
