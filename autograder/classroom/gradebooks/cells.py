"""A CSV by its cells: some are replaced, and every other byte stays as it is.

An LMS exports with or without a byte order mark, with any line end, with commas,
semicolons or tabs, and Excel saves it anew in UTF-16. Reading it with `csv` and writing
it again would change all of these.
"""

from __future__ import annotations

import codecs
import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from autograder.errors import AssignmentError, in_words
from autograder.files import content_of
from autograder.text import clean, path_shown

SEPARATORS = (",", ";", "\t")  # the first that fits is taken
MARKS = (  # a byte order mark, and what it says of the rest
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
SAVE = "save it as CSV UTF-8"
NEWLINE = re.compile(r"\r\n|\r|\n")
SHOWN = 40  # characters of one header
MOST_SHOWN = 20  # headers
LONGEST = 400  # characters of what the system says, with the file's path


@dataclass(frozen=True, slots=True)
class Cell:
    """The text of a cell, and the span of it, with its quotes, in the file's text."""

    text: str
    start: int
    end: int
    quoted: bool


CellRow = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class CellTable:
    """A CSV: its rows as the csv module reads them, and all that it takes to write it.

    A blank line is a row without cells.
    """

    path: Path
    text: str
    rows: tuple[CellRow, ...]
    separator: str
    mark: bytes = b""
    encoding: str = "utf-8"

    def header(self) -> tuple[str, ...]:
        """The names of the columns, without the blanks around them."""
        return tuple(cell.text.strip() for cell in self.rows[0])

    def text_at(self, row: int, column: int | None) -> str:
        """A cell without the blanks around it; "" if there is none."""
        cells = self.rows[row]
        if column is None or column >= len(cells):
            return ""
        return cells[column].text.strip()

    def line(self, row: int) -> int:
        """The line of the file on which a row begins, from 1."""
        starts = _line_starts(self.text)
        return bisect_right(starts, self.rows[row][0].start) if self.rows[row] else 0

    def column(self, row: int, column: int) -> int:
        """Where a cell begins in its line, from 1, as an editor counts."""
        start = self.rows[row][column].start
        starts = _line_starts(self.text)
        return start - starts[bisect_right(starts, start) - 1] + 1

    def replaced(self, changes: Mapping[tuple[int, int], str]) -> bytes:
        """The file with other texts in the cells of these rows and columns."""
        parts, done = [], 0
        for row, column in sorted(changes):
            cell = self.rows[row][column]
            new = _written(changes[row, column], self.separator, cell)
            parts += [self.text[done : cell.start], new]
            done = cell.end
        return self.mark + "".join([*parts, self.text[done:]]).encode(self.encoding)


def read(path: Path) -> bytes:
    """What is in a file; AssignmentError, with the reason, if it cannot be read."""
    try:
        return content_of(path)
    except OSError as fault:
        fault.filename = fault.filename or str(path)
        raise AssignmentError(clean(in_words(fault), LONGEST)) from None


def load(path: Path, content: bytes | None = None) -> CellTable:
    """The CSV in a file, of which the content may be known already.

    AssignmentError if there is none, or it is no text.
    """
    return parsed(read(path) if content is None else content, path)


def parsed(content: bytes, path: Path) -> CellTable:
    """The CSV of a file's content; AssignmentError, with the file, if it is none."""
    mark, encoding = _encoding(content)
    body = content[len(mark) :]
    try:
        text = body.decode(encoding)
    except UnicodeDecodeError as fault:
        line = body.count(b"\n", 0, fault.start) + 1
        name = encoding.upper()
        where = f"{path_shown(path)}:{line}"
        raise AssignmentError(f"{where}: is not {name}; {SAVE}") from None
    if "\0" in text:
        raise AssignmentError(f"{path_shown(path)}: is no CSV (NUL bytes); {SAVE}")
    separator, rows = _best(text)
    if not rows or not any(cell.text.strip() for cell in rows[0]):
        expected = "expected the names of the columns in the first line, found none"
        raise AssignmentError(f"{path_shown(path)}: {expected}")
    return CellTable(path, text, rows, separator, mark=mark, encoding=encoding)


def _encoding(content: bytes) -> tuple[bytes, str]:
    known = ((mark, name) for mark, name in MARKS if content.startswith(mark))
    return next(known, (b"", "utf-8"))


def _best(text: str) -> tuple[str, tuple[CellRow, ...]]:
    """The separator that makes most columns, of those that make them in each row.

    A title such as `Part 1, Part 2` has commas in a file of semicolons.
    """
    read = {separator: tuple(_rows(text, separator)) for separator in SEPARATORS}

    def merit(separator: str) -> tuple[bool, int]:
        lengths = {len(row) for row in read[separator] if row}
        return len(lengths) == 1 and lengths != {1}, len((read[separator] or ((),))[0])

    best = max(SEPARATORS, key=merit)
    return best, read[best]


def _rows(text: str, separator: str) -> Iterator[CellRow]:
    """The rows of a text: as the csv module reads it, where it is not strict."""
    plain = f"[^{separator}\r\n]*"
    pattern = re.compile(f'"((?:[^"]+|"")*)(?:"({plain}))?|({plain})')
    at = 0
    while at < len(text):
        row: list[Cell] = []
        while not row or text[at : at + 1] == separator:
            at += bool(row)
            if not row and text[at] in "\r\n":
                break
            row.append(_cell(pattern, text, at))
            at = row[-1].end
        yield tuple(row)
        newline = NEWLINE.match(text, at)
        at = newline.end() if newline else at


def _cell(pattern: re.Pattern[str], text: str, at: int) -> Cell:
    found = pattern.match(text, at)
    assert found is not None  # it fits the empty text
    quoted, rest, plain = found.groups()
    if quoted is None:
        return Cell(plain, at, found.end(), quoted=False)
    return Cell(quoted.replace('""', '"') + (rest or ""), at, found.end(), quoted=True)


def _written(text: str, separator: str, cell: Cell) -> str:
    """A text as it stands in a file: quoted where it must be, or the cell was."""
    special = not text or any(sign in text for sign in (separator, '"', "\r", "\n"))
    return '"' + text.replace('"', '""') + '"' if special or cell.quoted else text


@lru_cache(maxsize=2)
def _line_starts(text: str) -> tuple[int, ...]:
    return (0, *(newline.end() for newline in NEWLINE.finditer(text)))


def column_named(table: CellTable, name: str, how: str) -> int:
    """The one column of this name. AssignmentError, with `how` to name another one."""
    header = table.header()
    if header.count(name) == 1:
        return header.index(name)
    shown, asked = path_shown(table.path), clean(name, SHOWN)
    if name in header:
        raise AssignmentError(f"{shown}: has the column {asked} more than once{how}")
    raise AssignmentError(f"{shown}: has no column {asked}{how}; {columns_of(table)}")


def columns_of(table: CellTable) -> str:
    """The columns that there are, as the end of a sentence."""
    names = [clean(name, SHOWN) for name in table.header() if name]
    rest = len(names) - MOST_SHOWN
    more = f" and {rest} more" if rest > 0 else ""
    return f"it has {', '.join(names[:MOST_SHOWN])}{more}"
