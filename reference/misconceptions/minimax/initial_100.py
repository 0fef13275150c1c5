"""The best value so far starts from -100 for MAX, from 100 for MIN.

Your search for the largest value seems to start from a hundred below zero, and that
for the smallest from a hundred above. Payoffs may lie beyond any number that one
thinks of: then this start is better than every child, and it is returned although
no play of the game leads to it.

What do your two functions return for a state all of whose children are worth 700
points, and for one where they are worth as much below zero?
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State

FAMILY = "a finite number for infinity"


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
    v = -100.0
    for _, child in game.successors(state):
        v = max(v, value(game, child))
    return v


def min_value(game: Game, state: State) -> float:
    """The smallest value among the successors of `state`."""
    if game.is_terminal(state):
        return game.utility(state)
    v = 100.0
    for _, child in game.successors(state):
        v = min(v, value(game, child))
    return v
