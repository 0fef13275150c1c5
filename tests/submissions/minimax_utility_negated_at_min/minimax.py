from math import inf


def minimax_search(game, state):
    player = game.to_move(state)
    best_action, best = None, -inf
    for action, child in game.successors(state):
        v = min_value(game, child) if player == "max" else -max_value(game, child)
        if v > best:
            best_action, best = action, v
    return best_action


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state, game.to_move(state))
    v = -inf
    for _, child in game.successors(state):
        v = max(v, min_value(game, child))
    return v


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state, game.to_move(state))
    v = inf
    for _, child in game.successors(state):
        v = min(v, max_value(game, child))
    return v
