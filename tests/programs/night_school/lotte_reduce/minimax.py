from functools import reduce

# MAX will das Groesste, MIN das Kleinste


def minimax_search(game, state):
    if game.to_move(state) == "max":
        return max(game.actions(state), key=lambda a: min_value(game, game.result(state, a)))
    return min(game.actions(state), key=lambda a: max_value(game, game.result(state, a)))


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    nachfolger = [s for _, s in game.successors(state)]
    return reduce(lambda bisher, s: max(bisher, min_value(game, s)), nachfolger[1:], min_value(game, nachfolger[0]))


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    nachfolger = [s for _, s in game.successors(state)]
    return reduce(lambda bisher, s: min(bisher, max_value(game, s)), nachfolger)
