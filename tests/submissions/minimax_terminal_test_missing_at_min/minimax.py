import math


def minimax_search(game, state):
    if game.to_move(state) == "max":
        return max(game.actions(state), key=lambda a: min_value(game, game.result(state, a)))
    return min(game.actions(state), key=lambda a: max_value(game, game.result(state, a)))


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return max(min_value(game, game.result(state, a)) for a in game.actions(state))


def min_value(game, state):
    v = math.inf
    for a in game.actions(state):
        v = min(v, max_value(game, game.result(state, a)))
    return v
