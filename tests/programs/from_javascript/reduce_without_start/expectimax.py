from functools import reduce


def value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    if game.to_move(state) == "chance":
        return exp_value(game, state)
    return max_value(game, state)


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return max(map(lambda o: value(game, o[1]), game.successors(state)))


def exp_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return reduce(lambda total, o: total + o[0] * value(game, o[1]), game.outcomes(state))


def expectimax_search(game, state):
    return max(game.successors(state), key=lambda o: value(game, o[1]))[0]
