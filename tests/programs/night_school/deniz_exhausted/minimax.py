def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return max(map(lambda pair: min_value(game, pair[1]), game.successors(state)))


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return min(map(lambda pair: max_value(game, pair[1]), game.successors(state)))


def minimax_search(game, state):
    actions, states = zip(*game.successors(state))
    if game.to_move(state) == "max":
        values = map(lambda s: min_value(game, s), states)
        best = max(values)
    else:
        values = map(lambda s: max_value(game, s), states)
        best = min(values)
    # the first action that has the best value
    for action, value in zip(actions, values):
        if value == best:
            return action
