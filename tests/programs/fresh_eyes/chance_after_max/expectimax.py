import math


def expectimax_search(game, state):
    best_value = -math.inf
    best_action = None
    for action, successor in game.successors(state):
        value = exp_value(game, successor)
        if value > best_value:
            best_value = value
            best_action = action
    return best_action


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    v = -math.inf
    for action, successor in game.successors(state):
        v = max(v, exp_value(game, successor))
    return v


def exp_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    v = 0
    for probability, successor in game.outcomes(state):
        v = v + probability * max_value(game, successor)
    return v
