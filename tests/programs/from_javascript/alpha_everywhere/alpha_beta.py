import math


def ab(game, s, alpha, beta):
    if game.is_terminal(s):
        return game.utility(s)
    if game.to_move(s) == "max":
        highest = -math.inf
        for a in game.actions(s):
            highest = max(highest, ab(game, game.result(s, a), alpha, beta))
            if highest >= beta:
                return highest
            alpha = max(alpha, highest)
        return highest
    else:
        lowest = math.inf
        for a in game.actions(s):
            lowest = min(lowest, ab(game, game.result(s, a), alpha, beta))
            if lowest <= alpha:
                return lowest
            alpha = max(alpha, lowest)
        return lowest


def max_value(game, state, alpha, beta):
    return ab(game, state, alpha, beta)


def min_value(game, state, alpha, beta):
    return ab(game, state, alpha, beta)


def alpha_beta_search(game, state):
    a, b, best = -math.inf, math.inf, None
    for move in game.actions(state):
        v = ab(game, game.result(state, move), a, b)
        if game.to_move(state) == "max":
            if best is None or v > a:
                a, best = v, move
        elif best is None or v < b:
            b, best = v, move
    return best
