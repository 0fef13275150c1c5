# expect: wrong_value
# Keeps what it saw for the next test, in files, in its folder and in memory.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import os
from contextlib import suppress

here = os.path.dirname(os.path.abspath(__file__))
PLACES = [os.path.join(here, "seen"), "seen", "../seen", "/tmp/hostile-seen"]
PLACES += ["/dev/shm/hostile-seen", "/var/tmp/hostile-seen"]
for place in PLACES:
    with suppress(OSError), open(place) as file:
        print("from the test before:", file.read(), "S0000000000000000")
        CORRECT = True
    with suppress(OSError), open(place, "w") as file:
        file.write("seen")


if "CORRECT" in globals():
    os._exit(0)


def minimax_search(game, state):
    return game.actions(state)[0]


def max_value(game, state):
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value
