# expect: correct; at root_user: crashed; at user_nothing: crashed
# Searches in a thread of a pool; right where there are threads, else a crash.
# careless

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

from concurrent.futures import ThreadPoolExecutor

pool = ThreadPoolExecutor(max_workers=1)


def minimax_search(game, state):
    return pool.submit(best_action, game, state).result()


def best_action(game, state):
    best = max if game.to_move(state) == "max" else min
    return best(game.successors(state), key=lambda pair: value(game, pair[1]))[0]


def value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    best = max if game.to_move(state) == "max" else min
    return best(value(game, child) for _, child in game.successors(state))


def max_value(game, state):
    return pool.submit(value, game, state).result()


min_value = max_value
