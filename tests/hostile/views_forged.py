# expect: wrong_visits
# Fills in itself what it would be told of the leaves, so as not to visit them.
# points: 2/3

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

from collections import namedtuple

LEAVES = {"max": {"B1": 12, "B2": 1, "C1": 8, "C2": 5}}
LEAVES["min"] = {"B1": -4, "B2": 6, "C1": 1, "C2": 2}
View = namedtuple("View", "to_move successors utility")


def minimax_search(game, state):
    best = max if game.to_move(state) == "max" else min
    return best(game.successors(state), key=lambda pair: value(game, pair[1], state))[0]


def value(game, state, root):
    known = LEAVES[game.to_move(root)].get(str(state))
    if known is not None:
        state._view = View("max", (), known)
    if game.is_terminal(state):
        return game.utility(state)
    best = max if game.to_move(state) == "max" else min
    return best(value(game, child, root) for _, child in game.successors(state))


def max_value(game, state):
    return value(game, state, state)


min_value = max_value
