# expect: wrong_value
# Reads the answer pipe ahead of its questions, for replies to nobody; it is empty.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import os
from contextlib import suppress


def pipes(game):
    """The descriptors of the harness, out of the closure of its function."""
    fetch = game._fetch
    names = fetch.__code__.co_freevars
    cells = dict(zip(names, [cell.cell_contents for cell in fetch.__closure__]))
    return cells["requests"], cells["replies"]


def alpha_beta_search(game, state):
    return game.actions(state)[0]


def max_value(game, state, alpha, beta):
    while not game.is_terminal(state):
        state = game.successors(state)[0][1]
    return game.utility(state)


min_value = max_value


lazy = max_value


def max_value(game, state, alpha, beta):
    _, replies = pipes(game)
    os.set_blocking(replies, False)
    with suppress(OSError):
        print(os.read(replies, 100_000))
    os.set_blocking(replies, True)
    return lazy(game, state, alpha, beta)


min_value = max_value
