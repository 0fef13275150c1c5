"""The search chooses the worst action.

The values of the actions seem to be found, but the action with the smallest value
is returned for MAX, and that with the largest for MIN. The player to move at the
root wants the best, as everywhere in the tree.

When do you keep an action? Take two actions of MAX, worth 2 and 6, and say which
one is returned.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State

FAMILY = "the choice of the action"


def minimax_search(game: Game, state: State) -> str | None:
    """The first best action of the player to move; None where the game is over."""
    best = max if game.to_move(state) == "min" else min
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
        v = max(v, value(game, child))
    return v


def min_value(game: Game, state: State) -> float:
    """The smallest value among the successors of `state`."""
    if game.is_terminal(state):
        return game.utility(state)
    v = inf
    for _, child in game.successors(state):
        v = min(v, value(game, child))
    return v
