"""MAX's states are searched as MIN's, and MIN's as MAX's.

Below the root the two players seem to have changed places: where MIN is to move
your code looks for the largest value, and where MAX is to move for the smallest.
Each level then gets the other player's choice. Minimax assumes that each player
does what is best for that player.

Take a state in which MIN is to move. Which of your two functions gets to see it,
and what decides that?
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State

FAMILY = "the roles of MAX and MIN"


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
    if game.to_move(state) == "min":
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
