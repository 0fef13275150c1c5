"""Minimax from one player's viewpoint."""

from operator import itemgetter


def viewpoint_search(game, state):
    me = game.to_move(state)
    scored = ((a, value(game, s, me)) for a, s in game.successors(state))
    action, _ = max(scored, key=itemgetter(1))
    return action


def value(game, state, viewpoint):
    if game.is_terminal(state):
        return game.utility(state)
    pick = max if game.to_move(state) == viewpoint else min
    return pick(value(game, s, viewpoint) for _, s in game.successors(state))
