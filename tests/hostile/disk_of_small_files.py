# expect: wrong_value
# Fills the disk with many files of the size that is allowed; none of them stays.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

from contextlib import suppress

for number in range(200):
    with suppress(OSError), open(f"filler-{number}", "wb") as file:
        file.write(b"x" * (1 << 20))


def minimax_search(game, state):
    return game.actions(state)[0]


def max_value(game, state):
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value
