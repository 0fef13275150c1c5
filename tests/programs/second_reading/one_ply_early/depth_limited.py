def depth_limited_search(game, state, depth):
    f = max if game.to_move(state) == "max" else min
    return f(game.actions(state), key=lambda a: look(game, game.result(state, a), depth))


def look(game, state, depth):
    return (max_value if game.to_move(state) == "max" else min_value)(game, state, depth - 1)


def max_value(game, state, depth):
    if depth <= 1 or game.is_terminal(state):
        return game.evaluate(state)
    return max(look(game, s, depth) for _, s in game.successors(state))


def min_value(game, state, depth):
    if depth <= 1 or game.is_terminal(state):
        return game.evaluate(state)
    return min(look(game, s, depth) for _, s in game.successors(state))
