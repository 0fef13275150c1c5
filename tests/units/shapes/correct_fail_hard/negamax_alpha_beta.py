"""The paper's F2: m begins at alpha, and is what comes back."""

from math import inf


def negamax_alpha_beta_search(game, state):
    m, chosen = -inf, None
    for action in game.actions(state):
        t = from_child(game, state, game.result(state, action), m, inf)
        if t > m:
            m, chosen = t, action
    return chosen


def from_child(game, state, child, alpha, beta):
    if game.to_move(child) == game.to_move(state):
        return negamax(game, child, alpha, beta)
    return -negamax(game, child, -beta, -alpha)


def negamax(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state, game.to_move(state))
    m = alpha
    for action in game.actions(state):
        m = max(m, from_child(game, state, game.result(state, action), m, beta))
        if m >= beta:
            return beta
    return m
