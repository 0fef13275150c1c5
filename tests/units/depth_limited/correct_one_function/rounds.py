def rounds_search(game, state, rounds):
    return search(game, state, rounds)[1]


def max_value(game, state, rounds):
    return search(game, state, rounds)[0]


def min_value(game, state, rounds):
    return search(game, state, rounds)[0]


def search(game, state, rounds):
    """The value, and the action that leads to it; `rounds` are left at this state."""
    if game.is_terminal(state):
        return game.utility(state), None
    if game.to_move(state) == "max" and rounds == 0:
        return game.evaluate(state), None
    found = []
    for action, child in game.successors(state):
        left = rounds - 1 if game.to_move(child) == "max" else rounds
        found.append((search(game, child, left)[0], action))
    best = max if game.to_move(state) == "max" else min
    return best(found, key=lambda pair: pair[0])
