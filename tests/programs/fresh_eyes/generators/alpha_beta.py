from math import inf


def children(game, s):
    yield from (game.result(s, a) for a in game.actions(s))


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    for s in children(game, state):
        if (alpha := max(alpha, value(game, s, alpha, beta))) >= beta:
            return beta
    return alpha


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    for s in children(game, state):
        if (beta := min(beta, value(game, s, alpha, beta))) <= alpha:
            return alpha
    return beta


def value(game, s, a, b):
    match game.to_move(s):
        case "max":
            return max_value(game, s, a, b)
        case "min":
            return min_value(game, s, a, b)


def alpha_beta_search(game, state):
    a, b, keep = -inf, inf, None
    for act, s in game.successors(state):
        v = value(game, s, a, b)
        if game.to_move(state) == "max" and v > a:
            a, keep = v, act
        if game.to_move(state) == "min" and v < b:
            b, keep = v, act
    return keep
