def minimax_search(game, state):
    best, best_v = None, float('-inf')
    for a in game.actions(state):
        v = max_value(game, game.result(state, a))
        if v > best_v:
            best, best_v = a, v
    return best


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return max(max_value(game, game.result(state, a)) for a in game.actions(state))


def min_value(game, state):
    return max_value(game, state)
