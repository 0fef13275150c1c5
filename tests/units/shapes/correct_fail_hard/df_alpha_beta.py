"""Utilities too are moved to the nearest end of the window."""

from math import inf


def df_alpha_beta_search(game, state):
    player = game.to_move(state)
    other = {"max": "min", "min": "max"}[player]
    window, chosen = {"max": -inf, "min": inf}, None
    for action, child in game.successors(state):
        v = alpha_beta(game, child, other, window["max"], window["min"])
        if window["max"] < v < window["min"] or chosen is None:
            window[player], chosen = v, action
    return chosen


def alpha_beta(game, state, player, alpha, beta):
    if game.is_terminal(state):
        return sorted((alpha, game.utility(state), beta))[1]
    for _, child in game.successors(state):
        if player == "max":
            alpha = max(alpha, alpha_beta(game, child, "min", alpha, beta))
        else:
            beta = min(beta, alpha_beta(game, child, "max", alpha, beta))
        if alpha >= beta:
            break
    return alpha if player == "max" else beta
