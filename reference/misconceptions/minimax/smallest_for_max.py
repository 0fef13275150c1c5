"""MAX takes the smallest value and MIN the largest.

Your two functions seem to have changed places within: the one for MAX's states returns
the smallest value among the children, the one for MIN's the largest. That is the best
play of two players who want the opposite of what they are here to want.

Two children of a MAX state are worth 2 and 9. Which of them does MAX want, and what
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
    v = inf
    for _, child in game.successors(state):
        v = min(v, value(game, child))
    return v


def min_value(game: Game, state: State) -> float:
    """The smallest value among the successors of `state`."""
    if game.is_terminal(state):
        return game.utility(state)
    v = -inf
    for _, child in game.successors(state):
        v = max(v, value(game, child))
    return v
