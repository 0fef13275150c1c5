import math


def minimax_search(game, state):
    best_action = None
    if game.to_move(state) == "max":
        best = -math.inf
        for action in game.actions(state):
            value = min_value(game, game.result(state, action))
            if value > best:
                best, best_action = value, action
    else:
        best = math.inf
        for action in game.actions(state):
            value = max_value(game, game.result(state, action))
            if value < best:
                best, best_action = value, action
    return best_action


def max_value(game, state):
    # book: game.Utility(state, player)
    if game.is_terminal(state):
        return game.utility(state, "max")
    value = -math.inf
    for action in game.actions(state):
        value = max(value, min_value(game, game.result(state, action)))
    return value


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state, "min")
    value = math.inf
    for action in game.actions(state):
        value = min(value, max_value(game, game.result(state, action)))
    return value
