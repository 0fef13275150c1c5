# expect: wrong_value
# Prints a results.json with full marks, as if the grader had; it is not read.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import json

print(json.dumps({"score": 100, "tests": [{"score": 6, "max_score": 6}]}))
print('"}], "score": 100, "tests": [{"score": 6, "output": "')


def minimax_search(game, state):
    return game.actions(state)[0]


def max_value(game, state):
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value
