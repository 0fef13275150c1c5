turn = None


def dispatcher_search(game, state):
    global turn
    turn = game.to_move(state)
    f = max if turn == "max" else min
    return f(game.actions(state), key=lambda a: value(game, game.result(state, a)))


def value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    if game.to_move(state) == "max":
        return max_value(game, state)
    if game.to_move(state) == "max":
        return min_value(game, state)


def max_value(game, state):
    v = float("-inf")
    for a in game.actions(state):
        v = max(v, value(game, game.result(state, a)))
    return v


def min_value(game, state):
    v = float("inf")
    for a in game.actions(state):
        v = min(v, value(game, game.result(state, a)))
    return v
