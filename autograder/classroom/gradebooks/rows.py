"""What became of the rows of a CSV, in one sentence: none is left out unsaid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from autograder.classroom.gradebooks.cells import CellTable
from autograder.text import clean, counted, path_shown

NOT_MATCHED, NO_STUDENT = "not matched", "of no student"  # why a row is not used
POSSIBLE = "Points Possible"  # how the last row begins that Canvas writes on top
NAMES = 3  # columns on the left that name a student of Canvas
NAMED, KEY = 3, 40  # rows of one kind that are named, and characters of one's key


@dataclass(frozen=True, slots=True)
class UnusedRow:
    """A row by its line, and the id or the first text in it; and why it is not used."""

    line: int
    key: str
    why: str


@dataclass(frozen=True, slots=True)
class RowCount:
    """How many rows of a file were read, and those that were not used."""

    path: Path
    read: int
    unused: tuple[UnusedRow, ...] = ()

    def sentence(self) -> str:
        """Such as `a.csv: 31 rows read, 30 used, 1 not matched (line 7, "ann x")`."""
        read = f"{path_shown(self.path)}: {counted(self.read, 'row')} read"
        if not self.unused:
            return f"{read}, {'all' if self.read else 'none'} used"
        parts = [f"{read}, {self.read - len(self.unused)} used"]
        for why in dict.fromkeys(row.why for row in self.unused):
            rows = [row for row in self.unused if row.why == why]
            named = "; ".join(f'line {row.line}, "{row.key}"' for row in rows[:NAMED])
            rest = len(rows) - NAMED
            more = f" and {rest} more" if rest > 0 else ""
            parts.append(f"{len(rows)} {why} ({named}{more})")
        return ", ".join(parts)


def row_count(
    table: CellTable, rows: Sequence[int], unused: Mapping[int, str]
) -> RowCount:
    """What became of these rows of a table; `unused` tells why some are not used."""
    kept = [
        UnusedRow(table.line(row), _key(table, row), unused[row])
        for row in rows
        if row in unused
    ]
    return RowCount(table.path, len(rows), tuple(kept))


def of_people(table: CellTable) -> tuple[int, ...]:
    """The rows in which anything stands, without those that Canvas writes on top.

    Above the points there may be one of words such as `Manual Posting`, of nobody.
    """
    rows = table.filled()
    tops = [row for row in rows if POSSIBLE in table.text_at(row, 0)]
    below = max(tops, default=0)
    people = (row for row in rows if row > below or _has_name(table, row))
    return tuple(row for row in people if row not in tops)


def _has_name(table: CellTable, row: int) -> bool:
    return any(table.text_at(row, place) for place in range(NAMES))


def _key(table: CellTable, row: int) -> str:
    """The sid in a row, else the first text."""
    header = table.header()
    places = range(len(table.rows[row]))
    first = [header.index("sid")] if "sid" in header else []
    texts = (table.text_at(row, place) for place in (*first, *places))
    return clean(next(filter(None, texts), ""), KEY)
