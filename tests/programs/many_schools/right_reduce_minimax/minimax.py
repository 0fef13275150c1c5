from functools import partial, reduce


def max_value(game, state):
    return game.utility(state) if game.is_terminal(state) else reduce(max, map(partial(min_value, game), map(lambda t: t[1], game.successors(state))))


def min_value(game, state):
    return game.utility(state) if game.is_terminal(state) else reduce(min, map(partial(max_value, game), map(lambda t: t[1], game.successors(state))))


def minimax_search(game, state):
    mine, his = (1, min_value) if game.to_move(state) == "max" else (-1, max_value)
    ranked = [(mine * his(game, game.result(state, a)), -i, a) for i, a in enumerate(game.actions(state))]
    return max(ranked)[2]
