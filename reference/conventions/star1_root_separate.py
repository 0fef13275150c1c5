"""Each action of the root searched by itself, where chance moves, too.

As in `root_separate`: the window is (−∞, +∞) for each, so that the value of every
root action is exact, and one action learns nothing from another. Below them all is the
reference's.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def star1_search(game: Game, state: State) -> str | None:
    """The first best action of the player to move; None where the game is over."""
    best = max if game.to_move(state) == "max" else min
    action, _ = best(
        game.successors(state),
        key=lambda successor: value(game, successor[1], -inf, inf),
        default=(None, state),
    )
    return action


def value(game: Game, state: State, alpha: float, beta: float) -> float:
    """The value of `state` within the window (α, β), whoever moves there."""
    if game.to_move(state) == "chance":
        return exp_value(game, state, alpha, beta)
    if game.to_move(state) == "max":
        return max_value(game, state, alpha, beta)
    return min_value(game, state, alpha, beta)


def max_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """The value of `state`, or a lower bound of β or more."""
    if game.is_terminal(state):
        return game.utility(state)
    v = -inf
    for _, child in game.successors(state):
        v = max(v, value(game, child, alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """The value of `state`, or an upper bound of α or less."""
    if game.is_terminal(state):
        return game.utility(state)
    v = inf
    for _, child in game.successors(state):
        v = min(v, value(game, child, alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v


def exp_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """The value of `state`, or a bound of it that lies outside of the window."""
    if game.is_terminal(state):
        return game.utility(state)
    try:
        least, greatest = game.bounds()
    except ValueError:
        return mean(game, state)
    v, rest = 0.0, 1.0
    for probability, child in game.outcomes(state):
        rest -= probability
        low = (alpha - v - rest * greatest) / probability
        high = (beta - v - rest * least) / probability
        v += probability * value(game, child, low, high)
        if v + rest * greatest <= alpha:
            return v + rest * greatest
        if v + rest * least >= beta:
            return v + rest * least
    return v


def mean(game: Game, state: State) -> float:
    """The value of a chance node where nothing is known of what is to come."""
    v = 0.0
    for probability, child in game.outcomes(state):
        v += probability * value(game, child, -inf, inf)
    return v
