def minimax_search(game, state):
    value, move = max_value(game, state) if game.to_move(state) == "max" else min_value(game, state)
    return move


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state), None
    v, move = float("-inf"), None
    for a in game.actions(state):
        v2, _ = min_value(game, game.result(state, a))
        if v2 > v:
            v, move = v2, a
    return v, move


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state), None
    v, move = float("inf"), None
    for a in game.actions(state):
        v2, _ = max_value(game, game.result(state, a))
        if v2 < v:
            v, move = v2, a
    return v, move
