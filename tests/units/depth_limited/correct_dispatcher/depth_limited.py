from math import inf


def depth_limited_search(game, state, depth):
    best_action, best = None, None
    for action in game.actions(state):
        v = value(game, game.result(state, action), depth - 1)
        if best is None or (v > best if game.to_move(state) == "max" else v < best):
            best_action, best = action, v
    return best_action


def value(game, state, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    return {"max": max_value, "min": min_value}[game.to_move(state)](game, state, depth)


def max_value(game, state, depth):
    v = -inf
    for _, child in game.successors(state):
        v = max(v, value(game, child, depth - 1))
    return v


def min_value(game, state, depth):
    v = inf
    for _, child in game.successors(state):
        v = min(v, value(game, child, depth - 1))
    return v
