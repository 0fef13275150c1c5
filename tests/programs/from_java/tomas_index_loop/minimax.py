INT_MAX = 2 ** 31 - 1
INT_MIN = -(2 ** 31)


def minimax_search(game, state):
    player = game.to_move(state)
    actions = game.actions(state)
    bestAction = actions[0]
    bestValue = INT_MIN if player == "max" else INT_MAX
    for i in range(0, len(actions)):
        nextState = game.result(state, actions[i])
        if player == "max":
            value = min_value(game, nextState)
            if value > bestValue:
                bestValue = value
                bestAction = actions[i]
        else:
            value = max_value(game, nextState)
            if value < bestValue:
                bestValue = value
                bestAction = actions[i]
    return bestAction


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    v = INT_MIN
    actions = game.actions(state)
    n = len(actions) - 1
    for i in range(0, n):
        v = max(v, min_value(game, game.result(state, actions[i])))
    return v


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    v = INT_MAX
    actions = game.actions(state)
    n = len(actions) - 1
    for i in range(0, n):
        v = min(v, max_value(game, game.result(state, actions[i])))
    return v
