def search(game, state, player):
    if game.is_terminal(state):
        return game.utility(state)
    other = "min" if player == "max" else "max"
    values = [search(game, child, other) for _, child in game.successors(state)]
    return max(values)


def max_value(game, state):
    return search(game, state, "max")


def min_value(game, state):
    return search(game, state, "min")


def minimax_search(game, state):
    pick = max if game.to_move(state) == "max" else min
    value = min_value if game.to_move(state) == "max" else max_value
    return pick(game.successors(state), key=lambda pair: value(game, pair[1]))[0]
