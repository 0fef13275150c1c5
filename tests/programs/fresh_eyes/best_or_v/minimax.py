def minimax_search(game, state):
    action, best = None, None
    for a in game.actions(state):
        child = game.result(state, a)
        v = min_value(game, child) if game.to_move(state) == "max" else max_value(game, child)
        if not best or (game.to_move(state) == "max" and v > best) or (game.to_move(state) == "min" and v < best):
            action, best = a, v
    return action


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    best = None
    for a in game.actions(state):
        v = min_value(game, game.result(state, a))
        best = max(best or v, v)
    return best


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    best = None
    for a in game.actions(state):
        v = max_value(game, game.result(state, a))
        best = min(best or v, v)
    return best
