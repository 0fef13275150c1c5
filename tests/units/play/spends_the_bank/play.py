def value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    values = [value(game, child) for _, child in game.successors(state)]
    return max(values) if game.to_move(state) == "max" else min(values)


def choose(game, state):
    best = max if game.to_move(state) == "max" else min
    values = {action: value(game, child) for action, child in game.successors(state)}
    return best(values, key=values.get)
