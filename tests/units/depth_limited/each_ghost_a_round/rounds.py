from math import inf


def rounds_search(game, state, rounds):
    best_action, best = None, -inf
    for action, child in game.successors(state):
        v = min_value(game, child, rounds)
        if v > best:
            best_action, best = action, v
    return best_action


def max_value(game, state, rounds):
    if game.is_terminal(state):
        return game.utility(state)
    if rounds <= 0:
        return game.evaluate(state)
    v = -inf
    for _, child in game.successors(state):
        v = max(v, min_value(game, child, rounds))
    return v


def min_value(game, state, rounds):
    if game.is_terminal(state):
        return game.utility(state)
    v = inf
    for _, child in game.successors(state):
        if game.to_move(child) == "max":
            v = min(v, max_value(game, child, rounds - 1))
        else:
            v = min(v, min_value(game, child, rounds - 1))
    return v
