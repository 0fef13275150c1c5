# expect: wrong_value
# Reads every tree and answer beside it, above it and in the platform's folders.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import os
import sys
from contextlib import suppress

places = [os.getcwd(), os.path.dirname(os.path.abspath(__file__)), *sys.path]
places += [os.path.dirname(place) for place in places]
places += ["/autograder", "/autograder/source", "/autograder/submission"]
kept = (".yaml", ".json", ".txt")
for place in dict.fromkeys(places):
    with suppress(OSError):
        for entry in sorted(os.scandir(place), key=lambda e: e.name):
            with suppress(OSError):
                inside = os.listdir(entry) if entry.is_dir() else [""]
                for path in (os.path.join(entry.path, name) for name in inside):
                    if path.endswith(kept):
                        print(path, open(path).read()[:200])


def minimax_search(game, state):
    return game.actions(state)[0]


def max_value(game, state):
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value
