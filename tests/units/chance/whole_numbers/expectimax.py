"""Means are divided as whole numbers are: a percentage of each value is taken."""


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    v = float("-inf")
    for action in game.actions(state):
        v = max(v, value(game, game.result(state, action)))
    return v


def exp_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    total = 0
    for probability, successor in game.outcomes(state):
        total += probability * value(game, successor)
    return int(total)


def value(game, state):
    return (max_value if game.to_move(state) == "max" else exp_value)(game, state)


def expectimax_search(game, state):
    best, choice = float("-inf"), None
    for action in game.actions(state):
        v = value(game, game.result(state, action))
        if v > best:
            best, choice = v, action
    return choice
