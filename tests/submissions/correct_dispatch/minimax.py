"""One function decides whose turn it is, as in the CS 188 slides."""


def value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    if game.to_move(state) == "max":
        return max_value(game, state)
    else:
        return min_value(game, state)


def max_value(game, state):
    v = float("-inf")
    for _action, successor in game.successors(state):
        v = max(v, value(game, successor))
    return v


def min_value(game, state):
    v = float("inf")
    for _action, successor in game.successors(state):
        v = min(v, value(game, successor))
    return v


def minimax_search(game, state):
    actions = game.actions(state)
    values = [value(game, game.result(state, a)) for a in actions]
    target = max(values) if game.to_move(state) == "max" else min(values)
    return actions[values.index(target)]
