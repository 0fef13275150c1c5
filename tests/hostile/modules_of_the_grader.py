# expect: wrong_value
# Imports the grader's modules that know answers, or finds them in sys.modules.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import importlib
import sys
from contextlib import suppress

for name in (
    "answers.file",
    "answers.trusted",
    "judging.compare",
    "trees.file",
    "grading.grading",
    "assignment.file",
):
    found = sys.modules.get(f"autograder.{name}")
    with suppress(ImportError, AttributeError, OSError):
        found = found or importlib.import_module(f"autograder.{name}")
    print(name, found)
with suppress(ImportError, OSError):
    from reference.minimax import max_value, min_value, minimax_search
for name in sorted(sys.modules):
    if name.startswith(("autograder", "__main__")):
        for key, value in list(vars(sys.modules[name]).items()):
            if "answer" in key.lower() or "secret" in key.lower():
                print(name, key, repr(value)[:100])


def minimax_search(game, state):
    return game.actions(state)[0]


def max_value(game, state):
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value
