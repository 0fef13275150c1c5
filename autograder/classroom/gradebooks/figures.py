"""Points as figures: written in full, and read with a point or a comma."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable

from autograder.report.entries import DECIMALS

POINT, COMMA = ".", ","
FIGURE = re.compile(r"[+-]?(?:[0-9]+(?:[.,][0-9]*)?|[.,][0-9]+)(?:[eE][+-]?[0-9]+)?")
FRACTION = {mark: re.compile(rf"-?[0-9]+\{mark}[0-9]+") for mark in (POINT, COMMA)}


def written(points: float, mark: str = POINT) -> str:
    """Points with no digit more than they have, to six decimals: 2.5, 3, 0.333333."""
    figure = f"{points:.{DECIMALS}f}".rstrip("0").rstrip(".")
    return "0" if figure == "-0" else figure.replace(POINT, mark)


def number(text: str) -> float | None:
    """The finite number that a text is, or None: 2.5, 2,5, -1, 1e3."""
    if not FIGURE.fullmatch(text):
        return None
    value = float(text.replace(COMMA, POINT))
    return value if math.isfinite(value) else None


def mark_of(texts: Iterable[str]) -> str:
    """The mark of decimals that the numbers among the texts have; "" if none has one.

    It is the point where some have a point: a comma may then part thousands.
    """
    found = list(texts)
    for mark in (POINT, COMMA):
        if any(FRACTION[mark].fullmatch(text) for text in found):
            return mark
    return ""
