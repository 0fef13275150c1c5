from math import inf


def minimax_search(game, state):
    values = {
        a: max_value(game, s) if game.to_move(state) == "min" else min_value(game, s)
        for a, s in game.successors(state)
    }
    return (min if game.to_move(state) == "min" else max)(values, key=values.get)


def max_value(game, state):
    if u := game.is_terminal(state) and game.utility(state):
        return u
    return max((min_value(game, s) for _, s in game.successors(state)), default=-inf)


def min_value(game, state):
    if u := game.is_terminal(state) and game.utility(state):
        return u
    return min((max_value(game, s) for _, s in game.successors(state)), default=inf)
