"""Plays an action drawn by the position: in the same one always the same.

It spends no visit, and no position of its own rules is needed.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def choose(game: Game, state: State) -> str:
    """An action drawn evenly."""
    return Random(str(state)).choice(game.actions(state))  # noqa: S311 - to be repeated
