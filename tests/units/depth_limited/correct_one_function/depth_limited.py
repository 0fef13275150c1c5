def depth_limited_search(game, state, depth):
    return search(game, state, depth)[1]


def max_value(game, state, depth):
    return search(game, state, depth)[0]


def min_value(game, state, depth):
    return search(game, state, depth)[0]


def search(game, state, depth):
    """The value, and the action that leads to it."""
    if game.is_terminal(state) or depth == 0:
        return game.evaluate(state), None
    best, best_action = None, None
    for action, child in game.successors(state):
        v, _ = search(game, child, depth - 1)
        better = best is None or (
            v > best if game.to_move(state) == "max" else v < best
        )
        if better:
            best, best_action = v, action
    return best, best_action
