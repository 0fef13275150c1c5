"""An estimate lies between the utilities of a loss and of a win.

AIMA, 4th edition, section 5.3: UTILITY(loss, p) <= EVAL(s, p) <= UTILITY(win, p).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

Row: TypeAlias = tuple[Any, ...]  # a board of tic-tac-toe, and whose estimate it is

LOSS, WIN = -1, 1
TOLERANCE = 1e-9


def broken(found: Mapping[Row, float]) -> Iterator[tuple[Row, ...]]:
    """The rows that break the law together: one row, or two that are compared."""
    for row, value in found.items():
        if not LOSS - TOLERANCE <= value <= WIN + TOLERANCE:
            yield (row,)
