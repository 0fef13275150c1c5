def minimax_search(game, state, depth):
    return max(game.actions(state), key=lambda a: min_value(game, game.result(state, a), depth - 1))


def max_value(game, state, depth):
    if depth == 0 or game.is_terminal(state):
        return game.utility(state)
    return max(min_value(game, s, depth - 1) for _, s in game.successors(state))


def min_value(game, state, depth):
    if depth == 0 or game.is_terminal(state):
        return game.utility(state)
    return min(max_value(game, s, depth - 1) for _, s in game.successors(state))
