# Nim has the same position many times, so remember what we know.
cache = {}


def minimax_search(game, state):
    cache.clear()
    results = {}
    for a in game.actions(state):
        s = game.result(state, a)
        results[a] = min_value(game, s) if game.to_move(state) == "max" else max_value(game, s)
    pick = max if game.to_move(state) == "max" else min
    return pick(results, key=lambda a: results[a])


def max_value(game, state):
    if state in cache:
        return cache[state]
    if game.is_terminal(state):
        v = game.utility(state)
    else:
        v = max(min_value(game, s) for _, s in game.successors(state))
    cache[state] = v
    return v


def min_value(game, state):
    if state in cache:
        return cache[state]
    if game.is_terminal(state):
        v = game.utility(state)
    else:
        v = min(max_value(game, s) for _, s in game.successors(state))
    cache[state] = v
    return v
