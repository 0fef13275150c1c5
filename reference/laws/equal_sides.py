"""Equal sides are worth 0."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

Row: TypeAlias = tuple[Any, ...]  # c, k, c2, k2: checkers and kings of both sides

TOLERANCE = 1e-9


def broken(found: Mapping[Row, float]) -> Iterator[tuple[Row, ...]]:
    """The rows that break the law together: one row, or two that are compared."""
    for row, value in found.items():
        c, k, c2, k2 = row
        if (c, k) == (c2, k2) and abs(value) > TOLERANCE:
            yield (row,)
