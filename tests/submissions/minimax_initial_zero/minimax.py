def minimax_search(game, state):
    actions = game.actions(state)
    if game.to_move(state) == "max":
        return max(actions, key=lambda a: min_value(game, game.result(state, a)))
    return min(actions, key=lambda a: max_value(game, game.result(state, a)))


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    best = 0
    for a in game.actions(state):
        value = min_value(game, game.result(state, a))
        if value > best:
            best = value
    return best


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    best = 0
    for a in game.actions(state):
        value = max_value(game, game.result(state, a))
        if value < best:
            best = value
    return best
