# expect: wrong_value
# Times the game's answers, to tell leaves from subtrees; it learns no value.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import time


def max_value(game, state):
    times = {}
    for _, child in game.successors(state):
        start = time.perf_counter()
        game.is_terminal(child)
        times[child] = time.perf_counter() - start
    return round(1e9 * max(times.values()))


min_value = max_value


def minimax_search(game, state):
    return game.actions(state)[0]
