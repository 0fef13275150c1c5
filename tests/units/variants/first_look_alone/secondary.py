"""The first look decides: no action is searched again."""


def secondary_search(game, state, depth):
    best = max if game.to_move(state) == "max" else min
    return best(game.successors(state), key=lambda pair: value(game, pair[1], depth - 1))[0]


def value(game, state, plies):
    if game.is_terminal(state):
        return game.utility(state)
    if not plies:
        return game.evaluate(state)
    values = [value(game, child, plies - 1) for _, child in game.successors(state)]
    return max(values) if game.to_move(state) == "max" else min(values)


def max_value(game, state, depth):
    return value(game, state, depth)


def min_value(game, state, depth):
    return value(game, state, depth)
