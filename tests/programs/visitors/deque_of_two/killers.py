"""Two killers a ply, the newer first, in a deque that holds two."""

from collections import deque
from math import inf


def ordered(game, state, ply, killers):
    legal = game.actions(state)
    killing = [k for k in killers.setdefault(ply, deque(maxlen=2)) if k in legal]
    return killing + [a for a in legal if a not in killing]


def note(killers, ply, action):
    two = killers[ply]
    if action in two:
        two.remove(action)
    two.appendleft(action)


def search(game, state, alpha, beta, ply, killers, maximizing):
    if game.is_terminal(state):
        return game.utility(state)
    v = -inf if maximizing else inf
    for action in ordered(game, state, ply, killers):
        w = search(game, game.result(state, action), alpha, beta, ply + 1, killers, not maximizing)
        if maximizing:
            v = max(v, w)
            cut = v >= beta
            alpha = max(alpha, v)
        else:
            v = min(v, w)
            cut = v <= alpha
            beta = min(beta, v)
        if cut:
            note(killers, ply, action)
            return v
    return v


def max_value(game, state, alpha, beta, ply, killers):
    return search(game, state, alpha, beta, ply, killers, True)


def min_value(game, state, alpha, beta, ply, killers):
    return search(game, state, alpha, beta, ply, killers, False)


def killers_search(game, state):
    killers, kept = {}, None
    alpha, beta = -inf, inf
    for action, child in game.successors(state):
        if game.to_move(state) == "max":
            v = min_value(game, child, alpha, beta, 1, killers)
            if v > alpha:
                alpha, kept = v, action
        else:
            v = max_value(game, child, alpha, beta, 1, killers)
            if v < beta:
                beta, kept = v, action
    return kept
