"""The mean of the values, whatever the probabilities are."""


def value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    if game.to_move(state) == "max":
        return max_value(game, state)
    return exp_value(game, state)


def max_value(game, state):
    return max(value(game, successor) for _, successor in game.successors(state))


def exp_value(game, state):
    values = [value(game, successor) for _, successor in game.successors(state)]
    return sum(values) / len(values)


def expectimax_search(game, state):
    return max(
        game.actions(state), key=lambda action: value(game, game.result(state, action))
    )
