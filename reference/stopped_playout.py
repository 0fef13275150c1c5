"""Playouts that stop early, at an estimate (AIMA, 4th edition, section 5.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def stopped_playout(estimates: Sequence[float], utility: float, plies: int) -> float:
    """What a playout comes to that stops after so many plies, if the game goes on.

    `estimates` are those of the states it comes to before the game is over, that where
    it begins the first; `utility` is what it would come to in the end.
    """
    if plies < len(estimates):
        return estimates[plies]
    return utility
