from math import inf


def minimax_search(game, state):
    best_action = None
    if game.to_move(state) == "max":
        best = -inf
        for action in game.actions(state):
            v = min_value(game, game.result(state, action))
            if v > best:
                best, best_action = v, action
    else:
        best = inf
        for action in game.actions(state):
            v = max_value(game, game.result(state, action))
            if v < best:
                best, best_action = v, action
    return best_action


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    v = -inf
    for action in game.actions(state):
        v = max(v, min_value(game, game.result(state, action)))
    return v


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    v = inf
    for action in game.actions(state):
        v = min(v, max_value(game, game.result(state, action)))
    return v
