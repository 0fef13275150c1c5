left = 0


def depth_limited_search(game, state, depth):
    global left
    best = None
    for action in game.actions(state):
        left = depth - 1
        s = game.result(state, action)
        v = max_value(game, s, depth - 1) if game.to_move(s) == "max" else min_value(game, s, depth - 1)
        if best is None or (v > best[0] if game.to_move(state) == "max" else v < best[0]):
            best = (v, action)
    return best[1]


def max_value(game, state, depth):
    global left
    left = depth
    return rec(game, state)


def min_value(game, state, depth):
    global left
    left = depth
    return rec(game, state)


def rec(game, state):
    global left
    if game.is_terminal(state):
        return game.utility(state)
    if left <= 0:
        return game.evaluate(state)
    left -= 1
    values = [rec(game, s) for _, s in game.successors(state)]
    return max(values) if game.to_move(state) == "max" else min(values)
