"""The one function asks who moves, and a function for each player does the rest."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def h_minimax_search(game: Game, state: State) -> str | None:
    """The first best action, among all that are worth as much as the state."""
    values = [h_minimax(game, child, 1) for _, child in game.successors(state)]
    if not values:
        return None
    target = max(values) if game.to_move(state) == "max" else min(values)
    return game.actions(state)[values.index(target)]


def h_minimax(game: Game, state: State, d: int) -> float:
    """The value of a state that stands `d` plies deep, whoever moves there."""
    if game.is_cutoff(state, d):
        return game.evaluate(state)
    if game.to_move(state) == "max":
        return max_value(game, state, d)
    return min_value(game, state, d)


def max_value(game: Game, state: State, d: int) -> float:
    """The largest value among the successors of `state`."""
    v = -inf
    for _, child in game.successors(state):
        v = max(v, h_minimax(game, child, d + 1))
    return v


def min_value(game: Game, state: State, d: int) -> float:
    """The smallest value among the successors of `state`."""
    v = inf
    for _, child in game.successors(state):
        v = min(v, h_minimax(game, child, d + 1))
    return v
