import math

def minimax_search(game, state):
    best_value = -math.inf if game.to_move(state) == "max" else math.inf
    best_action = None
    for action in game.actions(state):
        if game.to_move(state) == "max":
            value = min_value(game, game.result(state, action))
            if value > best_value:
                best_value = value
                best_action = action
        else:
            value = max_value(game, game.result(state, action))
            if value < best_value:
                best_value = value
                best_action = action
        return best_action

def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    v = -math.inf
    for action in game.actions(state):
        v = max(v, min_value(game, game.result(state, action)))
        return v

def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    v = math.inf
    for action in game.actions(state):
        v = min(v, max_value(game, game.result(state, action)))
        return v
