def expectiminimax_search(game, state):
    values = {}
    for action, child in game.successors(state):
        values[action] = node_value(game, child)
    if game.to_move(state) == "min":
        return min(values, key=values.get)
    return max(values, key=values.get)


def node_value(game, state):
    """Dispatch on the kind of node."""
    if game.is_terminal(state):
        return game.utility(state)
    kind = game.to_move(state)
    if kind == "chance":
        children = [child for _, child in game.outcomes(state)]
    else:
        children = [child for _, child in game.successors(state)]
    values = [node_value(game, child) for child in children]
    if kind == "min":
        return min(values)
    else:
        return max(values)


def max_value(game, state):
    return node_value(game, state)


def min_value(game, state):
    return node_value(game, state)


def exp_value(game, state):
    return node_value(game, state)
