from math import inf


def alpha_beta_search(game, state):
    actions = game.actions(state)
    # first state is always possible
    best_action = actions[0]
    alpha = -inf
    beta = inf
    i = 0
    while i < len(actions):
        action = actions[i]
        if game.to_move(state) == "max":
            value = min_value(game, game.result(state, action), alpha, beta)
            if value > alpha:
                alpha = value
                best_action = action
        else:
            value = max_value(game, game.result(state, action), alpha, beta)
            if value < beta:
                beta = value
                best_action = action
        i += 1
    return best_action


def max_value(game, state, alpha, beta):
    if game.is_terminal(state) == True:
        return game.utility(state)
    # make a list with the values of the children
    values = []
    for action in game.actions(state):
        values.append(min_value(game, game.result(state, action), alpha, beta))
    # now go through the list
    v = -inf
    for i in range(len(values)):
        if values[i] > v:
            v = values[i]
        # pruning
        if v >= beta:
            break
        if v > alpha:
            alpha = v
    return v


def min_value(game, state, alpha, beta):
    if game.is_terminal(state) == True:
        return game.utility(state)
    v = inf
    actions = game.actions(state)
    for i in range(len(actions)):
        child_value = max_value(game, game.result(state, actions[i]), alpha, beta)
        if child_value < v:
            v = child_value
        # pruning
        if v <= alpha:
            break
        if v < beta:
            beta = v
    return v
