"""Expectimax."""

from statistics import fmean


def value(game, state):
    return {"max": max_value, "chance": exp_value}[game.to_move(state)](game, state)


def expectimax_search(game, state):
    action, _ = max(
        ((a, value(game, s)) for a, s in game.successors(state)),
        key=lambda pair: pair[1],
    )
    return action


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return max(value(game, s) for _, s in game.successors(state))


def exp_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return fmean(value(game, s) for _, s in game.outcomes(state))
