"""Programs that play without looking ahead: what they earn, `adequacy` tells.

The docstrings name the rows.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def first(game: Game, state: State) -> str:
    """The first action each time."""
    return game.actions(state)[0]


def middle(game: Game, state: State) -> str:
    """The action in the middle each time."""
    actions = game.actions(state)
    return actions[len(actions) // 2]


def last(game: Game, state: State) -> str:
    """The last action each time."""
    return game.actions(state)[-1]


def drawn(game: Game, state: State) -> str:
    """An action that is drawn."""
    return Random(str(state)).choice(game.actions(state))  # noqa: S311 - to be repeated


CHOOSING = (first, middle, last, drawn)
