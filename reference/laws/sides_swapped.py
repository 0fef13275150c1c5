"""Swapping the sides changes the sign."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import isclose
from typing import Any, TypeAlias

Row: TypeAlias = tuple[Any, ...]  # c, k, c2, k2: checkers and kings of both sides

TOLERANCE = 1e-9


def broken(found: Mapping[Row, float]) -> Iterator[tuple[Row, ...]]:
    """The rows that break the law together: one row, or two that are compared.

    Where both sides are equal there is nothing to swap: that is a law of its own.
    """
    for row, value in found.items():
        c, k, c2, k2 = row
        swapped = (c2, k2, c, k)
        if row < swapped and swapped in found:
            opposite = -found[swapped]
            if not isclose(value, opposite, rel_tol=TOLERANCE, abs_tol=TOLERANCE):
                yield row, swapped
