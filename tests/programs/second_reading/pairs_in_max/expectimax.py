from math import fsum


def expectimax_search(game, state):
    return max(game.successors(state), key=lambda pair: any_value(game, pair[1]))[0]


def any_value(game, s):
    return {"max": max_value, "chance": exp_value}.get(game.to_move(s), max_value)(game, s)


def max_value(game, state):
    return game.utility(state) if game.is_terminal(state) else max(any_value(game, s) for _, s in game.successors(state))


def exp_value(game, state):
    return game.utility(state) if game.is_terminal(state) else fsum(p * any_value(game, s) for p, s in game.outcomes(state))
