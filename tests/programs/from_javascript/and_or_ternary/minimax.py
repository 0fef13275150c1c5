def evaluate(game, state, isMax):
    if game.is_terminal(state):
        return game.utility(state)
    values = []
    for action in game.actions(state):
        values.append(evaluate(game, game.result(state, action), not isMax))
    return isMax and max(values) or min(values)


def max_value(game, state):
    return evaluate(game, state, True)


def min_value(game, state):
    return evaluate(game, state, False)


def minimax_search(game, state):
    isMax = game.to_move(state) == "max"
    actions = game.actions(state)
    values = [evaluate(game, game.result(state, a), not isMax) for a in actions]
    return actions[values.index(max(values) if isMax else min(values))]
