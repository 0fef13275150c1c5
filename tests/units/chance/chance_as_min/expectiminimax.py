"""Whoever is not MAX is taken for MIN."""


def value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    if game.to_move(state) == "max":
        return max_value(game, state)
    return min_value(game, state)


def max_value(game, state):
    return max(value(game, successor) for _, successor in game.successors(state))


def min_value(game, state):
    return min(value(game, successor) for _, successor in game.successors(state))


def exp_value(game, state):
    return min_value(game, state)


def expectiminimax_search(game, state):
    best = max if game.to_move(state) == "max" else min
    return best(
        game.actions(state), key=lambda action: value(game, game.result(state, action))
    )
