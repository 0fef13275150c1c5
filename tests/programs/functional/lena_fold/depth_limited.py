from functools import reduce
from math import inf


def depth_limited_search(game, state, depth):
    if game.to_move(state) == "max":
        choose, value = max, min_value
    else:
        choose, value = min, max_value
    return choose(
        game.actions(state),
        key=lambda action: value(game, game.result(state, action), depth),
    )


def max_value(game, state, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    values = (min_value(game, s, depth - 1) for _, s in game.successors(state))
    return reduce(max, values, 0)


def min_value(game, state, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    values = (max_value(game, s, depth - 1) for _, s in game.successors(state))
    return reduce(min, values, inf)
