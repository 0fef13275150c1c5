from functools import lru_cache

@lru_cache(maxsize=None)
def value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    worth = [value(game, child) for _, child in game.successors(state)]
    return max(worth) if game.to_move(state) == "max" else min(worth)


def max_value(game, state):
    return value(game, state)


def min_value(game, state):
    return value(game, state)


def minimax_search(game, state):
    pick = max if game.to_move(state) == "max" else min
    return pick(game.successors(state), key=lambda pair: value(game, pair[1]))[0]
