"""Minimax search: a single recursive helper parametrised by a comparison."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Optional

if TYPE_CHECKING:
    from autograder.game import Game, State

Comparison = Callable[[float, float], bool]

_FOR_MAX: Comparison = operator.gt
_FOR_MIN: Comparison = operator.lt


def _opposite(better: Comparison) -> Comparison:
    """The comparison of the other player."""
    return _FOR_MIN if better is _FOR_MAX else _FOR_MAX


def _best_value(game: Game, state: State, better: Comparison) -> float:
    """Minimax value of ``state``; ``better`` belongs to the player to move."""
    if game.is_terminal(state):
        return game.utility(state)
    best: Optional[float] = None
    for _, successor in game.successors(state):
        value = _best_value(game, successor, _opposite(better))
        if not best or better(value, best):
            best = value
    assert best is not None
    return best


def minimax_search(game: Game, state: State) -> str:
    """Return the action leading to the best successor."""
    better = _FOR_MAX if game.to_move(state) == "max" else _FOR_MIN
    best_action: Optional[str] = None
    best_value: Optional[float] = None
    for action, successor in game.successors(state):
        value = _best_value(game, successor, _opposite(better))
        if best_value is None or better(value, best_value):
            best_action, best_value = action, value
    assert best_action is not None
    return best_action


def max_value(game: Game, state: State) -> float:
    """Return the minimax value of a MAX state."""
    return _best_value(game, state, _FOR_MAX)


def min_value(game: Game, state: State) -> float:
    """Return the minimax value of a MIN state."""
    return _best_value(game, state, _FOR_MIN)
