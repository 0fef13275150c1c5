import math


def depth_limited_alpha_beta_search(game, state, depth):
    best_action = None
    if game.to_move(state) == "max":
        v = -math.inf
        for action in game.actions(state):
            w = value(game, game.result(state, action), v, math.inf, depth - 1)
            if best_action is None or w > v:
                v, best_action = w, action
        return best_action
    v = math.inf
    for action in game.actions(state):
        w = value(game, game.result(state, action), -math.inf, v, depth - 1)
        if best_action is None or w < v:
            v, best_action = w, action
    return best_action


def value(game, state, alpha, beta, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    if game.to_move(state) == "max":
        return max_value(game, state, alpha, beta, depth)
    return min_value(game, state, alpha, beta, depth)


def max_value(game, state, alpha, beta, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    v = -math.inf
    for action in game.actions(state):
        # v is my alpha now
        w = value(game, game.result(state, action), v, beta, depth - 1)
        v = max(v, w)
        if v >= beta:
            break
    return v


def min_value(game, state, alpha, beta, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    v = math.inf
    for action in game.actions(state):
        # v is my beta now
        w = value(game, game.result(state, action), alpha, v, depth - 1)
        v = min(v, w)
        if v <= alpha:
            break
    return v
