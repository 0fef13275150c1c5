def max_value(game, state, best=[float("-inf")]):
    if game.is_terminal(state):
        return game.utility(state)
    for _, child in game.successors(state):
        best[0] = max(best[0], min_value(game, child))
    return best[0]


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return min(max_value(game, child) for _, child in game.successors(state))


def minimax_search(game, state):
    pick = max if game.to_move(state) == "max" else min
    value = min_value if game.to_move(state) == "max" else max_value
    return pick(game.successors(state), key=lambda pair: value(game, pair[1]))[0]
