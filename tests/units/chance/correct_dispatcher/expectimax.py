"""One function asks who is next, and whether the game is over, as in CS 188."""


def value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    if game.to_move(state) == "max":
        return max_value(game, state)
    if game.to_move(state) == "chance":
        return exp_value(game, state)


def max_value(game, state):
    v = float("-inf")
    for action in game.actions(state):
        v = max(v, value(game, game.result(state, action)))
    return v


def exp_value(game, state):
    v = 0
    for p, successor in game.outcomes(state):
        v += p * value(game, successor)
    return v


def expectimax_search(game, state):
    values = {a: value(game, game.result(state, a)) for a in game.actions(state)}
    return max(values, key=values.get)
