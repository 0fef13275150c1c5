"""Alpha-beta: the two players are closures that see game, alpha and beta."""

from math import inf


def players(game, alpha, beta):
    def highest(state):
        nonlocal alpha
        if game.is_terminal(state):
            return game.utility(state)
        v = -inf
        for _, child in game.successors(state):
            v = max(v, lowest(child))
            if v >= beta:
                return v
            alpha = max(alpha, v)
        return v

    def lowest(state):
        nonlocal beta
        if game.is_terminal(state):
            return game.utility(state)
        v = inf
        for _, child in game.successors(state):
            v = min(v, highest(child))
            if v <= alpha:
                return v
            beta = min(beta, v)
        return v

    return highest, lowest


def max_value(game, state, alpha, beta):
    highest, _ = players(game, alpha, beta)
    return highest(state)


def min_value(game, state, alpha, beta):
    _, lowest = players(game, alpha, beta)
    return lowest(state)


def alpha_beta_search(game, state):
    if game.to_move(state) == "max":
        value, pick = min_value, max
    else:
        value, pick = max_value, min
    return pick(
        game.actions(state),
        key=lambda a: value(game, game.result(state, a), -inf, inf),
    )
