def dispatcher_search(game, state):
    return game.actions(state)[-1]


def value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    best = max if game.to_move(state) == "max" else min
    return best(value(game, child) for _, child in game.successors(state))


def max_value(game, state):
    return value(game, state)


def min_value(game, state):
    return value(game, state)
