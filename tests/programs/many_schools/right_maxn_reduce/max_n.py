from functools import reduce


def max_n(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    i = list(game.players()).index(game.to_move(state))
    return reduce(lambda x, y: y if y[i] > x[i] else x, [max_n(game, s) for a, s in game.successors(state)])


def max_n_search(game, state):
    me = game.to_move(state)
    i = game.players().index(me)
    values = {}
    for a, s in game.successors(state):
        values.setdefault(max_n(game, s)[i], a)
    return values[max(values)]
