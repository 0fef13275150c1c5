"""Fail-hard but for the leaves: whichever end a player moves is what comes back."""

from math import inf


def alpha_beta_search(game, state):
    ends = {"max": -inf, "min": inf}
    mover, action = game.to_move(state), None
    for each, child in game.successors(state):
        worth = value(game, child, ends["max"], ends["min"])
        if worth > ends[mover] if mover == "max" else worth < ends[mover]:
            ends[mover], action = worth, each
    return action


def value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    search = max_value if game.to_move(state) == "max" else min_value
    return search(game, state, alpha, beta)


def max_value(game, state, alpha, beta):
    children = iter(game.successors(state))
    while alpha < beta:
        _, child = next(children, (None, None))
        if child is None:
            break
        alpha = max(alpha, value(game, child, alpha, beta))
    return alpha


def min_value(game, state, alpha, beta):
    children = iter(game.successors(state))
    while beta > alpha:
        _, child = next(children, (None, None))
        if child is None:
            break
        beta = min(beta, value(game, child, alpha, beta))
    return beta
