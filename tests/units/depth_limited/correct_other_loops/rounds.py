from math import inf


def rounds_search(game, state, rounds):
    target = max_value(game, state, rounds)
    for action, child in game.successors(state):
        if min_value(game, child, rounds) == target:
            return action


def max_value(game, state, rounds):
    if game.is_terminal(state):
        return game.utility(state)
    if rounds == 0:
        return game.evaluate(state)
    return max([min_value(game, child, rounds) for _, child in game.successors(state)])


def min_value(game, state, rounds):
    if game.is_terminal(state):
        return game.utility(state)
    v = inf
    for action in game.actions(state):
        child = game.result(state, action)
        if game.to_move(child) == "min":
            w = min_value(game, child, rounds)
        else:
            w = max_value(game, child, rounds - 1)
        if w < v:
            v = w
    return v
