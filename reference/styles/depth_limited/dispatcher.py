"""One function asks whether the game is over and whose move it is.

Berkeley's CS 188 has it so: `value` decides, and the functions of the two players
only run over the children.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def depth_limited_search(game: Game, state: State, depth: int) -> str | None:
    """The first best action, among all that are worth as much as the state."""
    values = [value(game, child, depth - 1) for _, child in game.successors(state)]
    if not values:
        return None
    target = max(values) if game.to_move(state) == "max" else min(values)
    return game.actions(state)[values.index(target)]


def value(game: Game, state: State, depth: int) -> float:
    """The value of `state`, `depth` plies ahead, whoever moves there."""
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    if game.to_move(state) == "max":
        return max_value(game, state, depth)
    return min_value(game, state, depth)


def max_value(game: Game, state: State, depth: int) -> float:
    """The largest value among the successors of `state`."""
    v = -inf
    for _, child in game.successors(state):
        v = max(v, value(game, child, depth - 1))
    return v


def min_value(game: Game, state: State, depth: int) -> float:
    """The smallest value among the successors of `state`."""
    v = inf
    for _, child in game.successors(state):
        v = min(v, value(game, child, depth - 1))
    return v
