from math import inf


def rounds_search(game, state, rounds):
    best_action, best = None, -inf
    for action, child in game.successors(state):
        v = value(game, child, rounds - 1)
        if v > best:
            best_action, best = action, v
    return best_action


def value(game, state, rounds):
    if game.is_terminal(state):
        return game.utility(state)
    if rounds == 0:
        return game.evaluate(state)
    if game.to_move(state) == "max":
        return max_value(game, state, rounds)
    return min_value(game, state, rounds)


def max_value(game, state, rounds):
    v = -inf
    for _, child in game.successors(state):
        v = max(v, value(game, child, rounds - 1))
    return v


def min_value(game, state, rounds):
    v = inf
    for _, child in game.successors(state):
        v = min(v, value(game, child, rounds - 1))
    return v
