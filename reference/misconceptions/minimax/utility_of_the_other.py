"""MAX's leaves are read from MIN's side.

At a leaf where MAX would be next to move, your code seems to take what MIN gets,
and at the others what MAX gets: the payoff of whoever moved last. The numbers that
meet further up then do not mean the same thing. In minimax every value is MAX's:
MIN wants it small.

Whose payoff do you ask for at a leaf that MIN's move has led to, and whose at a
leaf that MAX's move has led to?
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State

FAMILY = "the payoff seen from the wrong side"


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
        return game.utility(state, "min")
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
