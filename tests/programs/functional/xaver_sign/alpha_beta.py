"""One search for both players: sign is +1 where MAX moves and -1 where MIN does."""

from math import inf


def alpha_beta_search(game, state):
    sign = {"max": 1, "min": -1}[game.to_move(state)]
    _, action = best(game, state, sign, -inf, inf)
    return action


def max_value(game, state, alpha, beta):
    return best(game, state, 1, alpha, beta)[0]


def min_value(game, state, alpha, beta):
    return -best(game, state, -1, -beta, -alpha)[0]


def best(game, state, sign, low, high):
    """The pair (value, action), the value as the player with this sign sees it."""
    if game.is_terminal(state):
        return sign * game.utility(state), None
    found = None
    for action, child in game.successors(state):
        floor = low if found is None else max(low, found[0])
        v = -best(game, child, -sign, -high, -floor)[0]
        if found is None or v > found[0]:
            found = v, action
        if not found[0] < high:
            break
    return found
