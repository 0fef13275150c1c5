"""The bare test: full windows below chance, and cuts that compare alpha with beta."""

from math import inf


def search(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    player = game.to_move(state)
    if player == "chance":
        return mean(game, state, alpha, beta)
    v = -inf if player == "max" else inf
    for _, successor in game.successors(state):
        w = search(game, successor, alpha, beta)
        if player == "max":
            v = max(v, w)
            alpha = max(alpha, v)
        else:
            v = min(v, w)
            beta = min(beta, v)
        if alpha >= beta:
            break
    return v


def mean(game, state, alpha, beta):
    try:
        bounds = game.bounds()
    except ValueError:
        bounds = None
    v, rest = 0, 1
    for p, successor in game.outcomes(state):
        v += p * search(game, successor, -inf, inf)
        rest -= p
        if bounds is None:
            continue
        least, greatest = bounds
        if v + rest * greatest <= alpha:
            return v + rest * greatest
        if v + rest * least >= beta:
            return v + rest * least
    return v


def max_value(game, state, alpha, beta):
    return search(game, state, alpha, beta)


def min_value(game, state, alpha, beta):
    return search(game, state, alpha, beta)


def exp_value(game, state, alpha, beta):
    return search(game, state, alpha, beta)


def star1_search(game, state):
    alpha, beta, choice = -inf, inf, None
    for action, successor in game.successors(state):
        w = search(game, successor, alpha, beta)
        if game.to_move(state) == "max":
            if w > alpha:
                alpha, choice = w, action
        elif w < beta:
            beta, choice = w, action
    return choice
