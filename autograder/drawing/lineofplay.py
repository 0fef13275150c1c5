"""A line of play as text: the boards along it, side by side, and what was said."""

from __future__ import annotations

from collections.abc import Sequence

ROWS = "/"  # between the rows of a board in a label
GAP = "  "
WIDTH = 72  # columns in all
START, ELISION = "start", "…"

Way = Sequence[tuple[str, str]]  # positions, each behind the name of its action


def text(way: Way) -> tuple[str, ...]:
    """The boards along a line under their actions; of a long one the last."""
    columns = [_column(action or START, label) for action, label in way]
    while len(columns) > 1 and _width(columns) > WIDTH:
        columns = columns[1:]
    if len(columns) < len(way):
        columns = [[ELISION] * len(columns[0]), *columns]
    most = max(map(len, columns))
    rows = zip(*[_filled(column, most) for column in columns], strict=True)
    return tuple([GAP.join(row).rstrip() for row in rows])


def _column(action: str, label: str) -> list[str]:
    return [action, *label.split(ROWS)]


def _width(columns: Sequence[Sequence[str]]) -> int:
    widths = [max(map(len, column)) + len(GAP) for column in columns]
    return sum(widths) + len(ELISION)


def _filled(column: Sequence[str], rows: int) -> list[str]:
    width = max(map(len, column))
    return [text.ljust(width) for text in [*column, *[""] * (rows - len(column))]]
