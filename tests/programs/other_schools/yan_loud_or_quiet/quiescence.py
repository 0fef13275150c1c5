def quiescence_search(game, state, depth):
    pick = max if game.to_move(state) == "max" else min
    return pick(game.actions(state), key=lambda a: go(game, game.result(state, a), depth - 1))


def go(game, state, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if depth <= 0 or game.is_quiet(state):
        return game.evaluate(state)
    values = [go(game, s, depth - 1) for _, s in game.successors(state)]
    return max(values) if game.to_move(state) == "max" else min(values)


def max_value(game, state, depth):
    return go(game, state, depth)


def min_value(game, state, depth):
    return go(game, state, depth)
