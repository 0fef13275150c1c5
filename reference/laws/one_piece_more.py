"""One piece more of one's own is never worse."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

Row: TypeAlias = tuple[Any, ...]  # c, k, c2, k2: checkers and kings of both sides

TOLERANCE = 1e-9


def broken(found: Mapping[Row, float]) -> Iterator[tuple[Row, ...]]:
    """The rows that break the law together: one row, or two that are compared.

    The piece more is a checker or a king.
    """
    for row, value in found.items():
        c, k, c2, k2 = row
        for more in ((c + 1, k, c2, k2), (c, k + 1, c2, k2)):
            if more in found and found[more] < value - TOLERANCE:
                yield row, more
