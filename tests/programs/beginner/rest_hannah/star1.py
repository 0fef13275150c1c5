"""Star1, Hannah. I used the version with the full window for chance children."""

import math


def value_of_state(game, state, alpha, beta):
    # call the right function
    player = game.to_move(state)
    if player == "max":
        return max_value(game, state, alpha, beta)
    elif player == "min":
        return min_value(game, state, alpha, beta)
    elif player == "chance":
        return exp_value(game, state, alpha, beta)


def star1_search(game, state):
    alpha = -math.inf
    beta = math.inf
    best_action = None
    player = game.to_move(state)
    for (action, next_state) in game.successors(state):
        value = value_of_state(game, next_state, alpha, beta)
        if player == "max":
            if value > alpha:
                alpha = value
                best_action = action
        else:
            if value < beta:
                beta = value
                best_action = action
    return best_action


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = -math.inf
    for (action, next_state) in game.successors(state):
        value = value_of_state(game, next_state, alpha, beta)
        if value > v:
            v = value
        if v >= beta:
            return v
        if v > alpha:
            alpha = v
    return v


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = math.inf
    for (action, next_state) in game.successors(state):
        value = value_of_state(game, next_state, alpha, beta)
        if value < v:
            v = value
        if v <= alpha:
            return v
        if v < beta:
            beta = v
    return v


def exp_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    # find out if there are bounds
    has_bounds = True
    least = 0
    greatest = 0
    try:
        bounds = game.bounds()
        least = bounds[0]
        greatest = bounds[1]
    except ValueError:
        has_bounds = False
    v = 0
    rest = 1
    for (probability, next_state) in game.outcomes(state):
        value = value_of_state(game, next_state, -math.inf, math.inf)
        v = v + probability * value
        if has_bounds:
            # the best that can happen
            upper = v + rest * greatest
            # the worst that can happen
            lower = v + rest * least
            if upper <= alpha:
                return upper
            if lower >= beta:
                return lower
        rest = rest - probability
    return v
