import math

# backgammon: max -> dice -> min -> dice


def expectiminimax_search(game, state):
    if game.to_move(state) == "max":
        return max(game.actions(state), key=lambda a: who(game, game.result(state, a)))
    return min(game.actions(state), key=lambda a: who(game, game.result(state, a)))


def who(game, s):
    if game.is_terminal(s):
        return game.utility(s)
    p = game.to_move(s)
    if p == "max":
        return max_value(game, s)
    if p == "min":
        return min_value(game, s)
    return exp_value(game, s)


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    v = -math.inf
    for a in game.actions(state):
        v = max(v, who(game, game.result(state, a)))
    return v


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    v = math.inf
    for a in game.actions(state):
        v = min(v, who(game, game.result(state, a)))
    return v


def exp_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    total = 0
    for prob, s in game.outcomes(state):
        total += prob * max_value(game, s)
    return total
