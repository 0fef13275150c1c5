"""Where the game is over an estimate is the utility: 1, -1, or 0 for a draw.

AIMA, 4th edition, section 5.3: EVAL(s, p) = UTILITY(s, p) for terminal states.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

Row: TypeAlias = tuple[Any, ...]  # a board of tic-tac-toe, and whose estimate it is

LINES = ("012", "345", "678", "036", "147", "258", "048", "246")
TOLERANCE = 1e-9


def broken(found: Mapping[Row, float]) -> Iterator[tuple[Row, ...]]:
    """The rows that break the law together: one row, or two that are compared."""
    for row, value in found.items():
        board, player = row
        lines = [{board[int(square)] for square in line} for line in LINES]
        winners = [mark for mark in "XO" if {mark} in lines]
        if not winners and "." in board:
            continue
        utility = (1 if winners == [player] else -1) if winners else 0
        if abs(value - utility) > TOLERANCE:
            yield (row,)
