def depth_limited_search(game, state, depth):
    assert depth >= 1
    sign = {"max": 1, "min": -1}[game.to_move(state)]
    return max(game.actions(state), key=lambda a: sign * look(game, game.result(state, a), depth - 1))


def look(game, s, left):
    return max_value(game, s, left) if game.to_move(s) == "max" else min_value(game, s, left)


def stop(game, s, left):
    return game.is_terminal(s) or not left


def max_value(game, state, depth):
    if stop(game, state, depth):
        return game.evaluate(state)
    return max(look(game, s, depth - 1) for _, s in game.successors(state))


def min_value(game, state, depth):
    if stop(game, state, depth):
        return game.evaluate(state)
    return min(look(game, s, depth - 1) for _, s in game.successors(state))
