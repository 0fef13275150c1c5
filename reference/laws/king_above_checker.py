"""A king is worth more than a checker, where both sides have pieces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

Row: TypeAlias = tuple[Any, ...]  # c, k, c2, k2: checkers and kings of both sides


def broken(found: Mapping[Row, float]) -> Iterator[tuple[Row, ...]]:
    """The rows that break the law together: one row, or two that are compared.

    One checker of one's own becomes a king. Where the other side has no pieces the game
    is won, and may be worth the same with either.
    """
    for row, value in found.items():
        c, k, c2, k2 = row
        crowned = (c - 1, k + 1, c2, k2)
        if c2 + k2 > 0 and crowned in found and found[crowned] <= value:
            yield row, crowned
