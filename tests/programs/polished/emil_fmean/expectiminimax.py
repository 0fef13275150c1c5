"""Expectiminimax with a table of aggregation functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from statistics import fmean
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from autograder.game import Game, State

Aggregate = Callable[[Iterable[float]], float]

_AGGREGATES: Final[dict[str, Aggregate]] = {
    "max": max,
    "min": min,
    "chance": fmean,
}


def _value(game: Game, state: State) -> float:
    """The value of any state."""
    if game.is_terminal(state):
        return game.utility(state)
    aggregate = _AGGREGATES[game.to_move(state)]
    return aggregate([_value(game, child) for _, child in game.successors(state)])


def expectiminimax_search(game: Game, state: State) -> str:
    """The first action whose value is best for the player to move."""
    scored = [(_value(game, child), action) for action, child in game.successors(state)]
    select = _AGGREGATES[game.to_move(state)]
    target = select([value for value, _ in scored])
    return next(action for value, action in scored if value == target)


def max_value(game: Game, state: State) -> float:
    """Value of a state in which MAX moves."""
    return _value(game, state)


def min_value(game: Game, state: State) -> float:
    """Value of a state in which MIN moves."""
    return _value(game, state)


def exp_value(game: Game, state: State) -> float:
    """Value of a state in which chance moves."""
    return _value(game, state)
