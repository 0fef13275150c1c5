def minimax_search(game, state):
    best = max if game.to_move(state) == "max" else min
    action, _ = best(game.successors(state), key=lambda pair: value(game, pair[1]))
    return action


def value(game, state):
    if game.to_move(state) == "max":
        return max_value(game, state)
    return min_value(game, state)


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return max(value(game, child) for _, child in game.successors(state))


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return min(value(game, child) for _, child in game.successors(state))
