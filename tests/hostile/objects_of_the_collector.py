# expect: wrong_value
# Searches all objects of its process for trees, answers and expected values.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import gc


def max_value(game, state):
    for found in gc.get_objects():
        kind = type(found).__name__
        if kind in ("GameTree", "Answers", "Assignment", "Oracle", "Case", "Node"):
            print(kind, repr(found)[:500])
            return getattr(found, "values", {}).get("A", 0)
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value


def minimax_search(game, state):
    return game.actions(state)[0]
