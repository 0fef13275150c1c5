"""MIN, too, takes the largest value.

Both of your functions seem to look for the largest value, the one for MAX's states and
the one for MIN's. But MIN does not play for MAX: it moves to where MAX gets least.

Two children of a MIN state are worth 2 and 9. Which of them will MIN choose, and what
does your function return?
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
    """The value of `state`, where MIN is to move."""
    if game.is_terminal(state):
        return game.utility(state)
    v = -inf
    for _, child in game.successors(state):
        v = max(v, value(game, child))
    return v
