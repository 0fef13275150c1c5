"""The search takes the replies for moves of the same player.

The values of single states seem to be right, but your search function chooses as if
the player who has just moved were to move again in each child. One level of the
tree is then played by the wrong side.

After an action of the root, whose move is it? Which function does your search call
for that state?
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State

FAMILY = "the choice of the action"


def minimax_search(game: Game, state: State) -> str | None:
    """The first best action of the player to move; None where the game is over."""
    best = max if game.to_move(state) == "max" else min
    again = max_value if best is max else min_value
    action, _ = best(
        game.successors(state),
        key=lambda successor: again(game, successor[1]),
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
