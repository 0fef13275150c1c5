"""The mean of the values, whatever the probabilities are."""


def max_value(game, state, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    v = float("-inf")
    for _, successor in game.successors(state):
        v = max(v, value(game, successor, depth - 1))
    return v


def exp_value(game, state, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    total = 0
    for _, successor in game.successors(state):
        total += value(game, successor, depth)
    return total / len(game.actions(state))


def value(game, state, depth):
    if game.to_move(state) == "max":
        return max_value(game, state, depth)
    return exp_value(game, state, depth)


def depth_limited_expectimax_search(game, state, depth):
    best, choice = float("-inf"), None
    for action, successor in game.successors(state):
        v = value(game, successor, depth - 1)
        if v > best:
            best, choice = v, action
    return choice
