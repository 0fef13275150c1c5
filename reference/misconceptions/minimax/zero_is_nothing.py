"""A best value of 0 is taken for no value yet.

Your code seems to ask whether it has a best value by asking whether that value
counts as true. In Python 0 counts as false, just as None does: a draw that was the
best so far is forgotten, and whatever comes next takes its place, even if it is
worse.

Let a MAX state have the children 0 and then a loss. What does your code take the 0
for when it comes to the second child?
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State

FAMILY = "zero taken for nothing"


def minimax_search(game: Game, state: State) -> str | None:
    """The first best action of the player to move; None where the game is over."""
    best = max if game.to_move(state) == "max" else min
    action, _ = best(
        game.successors(state),
        key=lambda successor: value(game, successor[1]),
        default=(None, state),
    )
    return action


def value(game: Game, state: State) -> float:
    """The minimax value of `state` (AIMA 4e, section 5.2), whoever moves there."""
    if game.to_move(state) == "max":
        return max_value(game, state)
    return min_value(game, state)


def max_value(game: Game, state: State) -> float:
    """The largest value among the successors of `state`."""
    if game.is_terminal(state):
        return game.utility(state)
    v = -inf
    for _, child in game.successors(state):
        w = value(game, child)
        if not v or w > v:
            v = w
    return v


def min_value(game: Game, state: State) -> float:
    """The smallest value among the successors of `state`."""
    if game.is_terminal(state):
        return game.utility(state)
    v = inf
    for _, child in game.successors(state):
        w = value(game, child)
        if not v or w < v:
            v = w
    return v
