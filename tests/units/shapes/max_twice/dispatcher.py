def dispatcher_search(game, state):
    values = {action: value(game, child) for action, child in game.successors(state)}
    best = max if game.to_move(state) == "max" else min
    return best(values, key=values.get)


def value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return max_value(game, state)


def max_value(game, state):
    return max(value(game, game.result(state, a)) for a in game.actions(state))


def min_value(game, state):
    return min(value(game, game.result(state, a)) for a in game.actions(state))
