"""Alpha-beta search that keeps nothing but the window."""

from math import inf
from operator import itemgetter


def successors_of(game, state):
    return map(itemgetter(1), game.successors(state))


def alpha_beta_search(game, state):
    is_max = game.to_move(state) == "max"
    alpha, beta, choice = -inf, inf, None
    for action in game.actions(state):
        child = game.result(state, action)
        v = (min_value if is_max else max_value)(game, child, alpha, beta)
        if is_max and v > alpha:
            alpha, choice = v, action
        if not is_max and v < beta:
            beta, choice = v, action
    return choice


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    for child in successors_of(game, state):
        alpha = max(alpha, min_value(game, child, alpha, beta))
        if alpha >= beta:
            break
    return alpha  # the best MAX is sure of


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    for child in successors_of(game, state):
        beta = min(beta, max_value(game, child, alpha, beta))
        if beta <= alpha:
            break
    else:
        return alpha
    return beta
