"""Expectimax: MAX chooses, chance draws. CS 188 (Berkeley), lecture 7.

The lecture's `value` asks whose turn it is, as here, so that moves and draws may come
in any order. A chance node is worth the mean of its successors, each weighted by its
probability (AIMA, 4th edition, section 5.5, without MIN).
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def expectimax_search(game: Game, state: State) -> str | None:
    """MAX's first best action; None where the game is over."""
    action, _ = max(
        game.successors(state),
        key=lambda successor: value(game, successor[1]),
        default=(None, state),
    )
    return action


def value(game: Game, state: State) -> float:
    """The expectimax value of `state`, whoever moves there."""
    if game.to_move(state) == "chance":
        return exp_value(game, state)
    return max_value(game, state)


def max_value(game: Game, state: State) -> float:
    """The largest value among the successors of `state`."""
    if game.is_terminal(state):
        return game.utility(state)
    v = -inf
    for _, child in game.successors(state):
        v = max(v, value(game, child))
    return v


def exp_value(game: Game, state: State) -> float:
    """The mean of the values of the successors, weighted by their probabilities."""
    if game.is_terminal(state):
        return game.utility(state)
    v = 0.0
    for probability, child in game.outcomes(state):
        v += probability * value(game, child)
    return v
