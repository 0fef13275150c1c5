def max_value(game, state):
    return max(min_value(game, state) for _ in game.successors(state))


def min_value(game, state):
    return min(max_value(game, state) for _ in game.successors(state))


def minimax_search(game, state):
    return max(game.actions(state), key=lambda a: min_value(game, state))
