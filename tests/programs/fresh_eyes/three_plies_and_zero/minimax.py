MAX_DEPTH = 3


def minimax_search(game, state):
    best = None
    best_val = None
    for a in game.actions(state):
        s = game.result(state, a)
        if game.to_move(state) == 'max':
            val = min_value(game, s, 1)
            if best_val is None or val > best_val:
                best_val = val
                best = a
        else:
            val = max_value(game, s, 1)
            if best_val is None or val < best_val:
                best_val = val
                best = a
    return best


def max_value(game, state, depth=0):
    if game.is_terminal(state):
        return game.utility(state)
    if depth >= MAX_DEPTH:
        return 0
    v = -float('inf')
    for a in game.actions(state):
        v = max(v, min_value(game, game.result(state, a), depth + 1))
    return v


def min_value(game, state, depth=0):
    if game.is_terminal(state):
        return game.utility(state)
    if depth >= MAX_DEPTH:
        return 0
    v = float('inf')
    for a in game.actions(state):
        v = min(v, max_value(game, game.result(state, a), depth + 1))
    return v
