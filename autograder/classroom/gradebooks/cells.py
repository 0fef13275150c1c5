"""A CSV by its cells: some are replaced, and every other byte stays as it is.

An LMS exports with or without a byte order mark, with any line end, with commas,
semicolons or tabs, and Excel saves it anew in UTF-16. A quote that is never closed
would move rows to another student; so quotes are strict, as in RFC 4180.
"""

from __future__ import annotations

import codecs
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from autograder.classroom.course import StudentRow
from autograder.errors import (
    AssignmentError,
    FileProblems,
    Problem,
    system_error_sentence,
)
from autograder.files import content_of
from autograder.text import clean, count_text, path_shown

SEPARATORS = (",", ";", "\t")  # the first that fits is taken
MARKS = (  # a byte order mark, and what it says of the rest
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
SAVE = "save it as CSV UTF-8"
FILLED = re.compile(r"[^\s,;]")  # blank is what has none, by any separator
NEWLINE = re.compile(r"\r\n|\r|\n")
TOLD = re.compile(  # to Excel, which may fill that line up when it saves it anew
    r'("?)sep=([^"\r\n])\1\2*(?:\r\n|\r|\n|$)', re.IGNORECASE
)
QUOTED = re.compile(r'"([^"]*(?:""[^"]*)*)"?')
NEVER_CLOSED = "the quote that opens here is never closed; close it where the cell ends"
TEXT_BEHIND = (
    "the quote that opens here is closed in line {}, with text behind it; close it "
    "where the cell ends, and double a quote that is meant"
)
WITHIN = "a quote in the middle of a cell; quote the whole cell, and double this one"
TOO_MANY = "more cells than columns"
TOO_FEW = (
    "fewer cells than columns, over several lines; close each quote where its cell "
    "ends, or write the empty cells out"
)
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
    """A CSV from its header on, with what writes it; a blank row has no cells."""

    path: Path
    text: str
    rows: tuple[CellRow, ...]
    separator: str
    mark: bytes = b""
    encoding: str = "utf-8"

    def header(self) -> tuple[str, ...]:
        """The names of the columns, without the blanks around them."""
        return tuple(cell.text.strip() for cell in self.rows[0])

    def column_index(self, name: str) -> int | None:
        """The first column of this name; None if there is none."""
        header = self.header()
        return header.index(name) if name in header else None

    def filled(self) -> tuple[int, ...]:
        """The rows in which anything stands: a spreadsheet leaves rows of commas."""
        return tuple(
            row
            for row in range(1, len(self.rows))
            if any(cell.text.strip() for cell in self.rows[row])
        )

    def text_at(self, row: int, column: int | None) -> str:
        """A cell without the blanks around it; "" if there is none."""
        cells = self.rows[row]
        if column is None or column >= len(cells):
            return ""
        return cells[column].text.strip()

    def line(self, row: int) -> int:
        """The line of the file on which a row begins, from 1."""
        return _place(self.text, self.rows[row][0].start)[0] if self.rows[row] else 0

    def where(self, row: int = 0) -> str:
        """The file and the line of a row, as a sentence about it begins."""
        return f"{path_shown(self.path)}:{self.line(row)}"

    def column(self, row: int, column: int) -> int:
        """Where a cell begins in its line, from 1, as an editor counts."""
        return _place(self.text, self.rows[row][column].start)[1]

    def row_length_problems(self) -> Iterator[Problem]:
        """A problem for each row that has not a cell for each column.

        Excel leaves empty cells out at the end, but a short row of several lines may be
        more.
        """
        most = len(self.rows[0])
        shown = Path(path_shown(self.path))
        for row, cells in enumerate(self.rows):
            if any(cell.text.strip() for cell in cells[most:]):
                yield Problem(shown, self.line(row), 1, TOO_MANY)
            elif len(cells) < most and any(NEWLINE.search(c.text) for c in cells):
                yield Problem(shown, self.line(row), 1, TOO_FEW)

    def replaced(self, changes: Mapping[tuple[int, int], str]) -> bytes:
        """The file with other texts in the cells of these rows and columns."""
        parts, done = [], 0
        for row, column in sorted(changes):
            cell, new = self.rows[row][column], changes[row, column]
            signs = (self.separator, '"', "\r", "\n")
            if cell.quoted or not new or any(sign in new for sign in signs):
                new = '"' + new.replace('"', '""') + '"'
            parts += [self.text[done : cell.start], new]
            done = cell.end
        return self.mark + "".join([*parts, self.text[done:]]).encode(self.encoding)

    def text_of(self, row: int, name: str) -> str:
        """What stands in a column, without blanks around it; "" without the column."""
        return self.text_at(row, self.column_index(name))

    def texts(self, row: int, names: Sequence[str]) -> tuple[str, ...]:
        """What stands in these columns."""
        return tuple(self.text_of(row, name) for name in names)

    def problem(self, row: int, name: str, message: str) -> Problem:
        """A problem at a cell, or at the beginning of a row that ends before it."""
        place, column = self.column_index(name), 1
        if place is not None and place < len(self.rows[row]):
            column = self.column(row, place)
        path = Path(path_shown(self.path))
        return Problem(path, self.line(row), column, message)

    def faults(
        self, of: Callable[[CellTable, int], Iterable[Fault]]
    ) -> Iterator[Problem]:
        """The problems of each row by itself."""
        for row in self.filled():
            for name, is_so, message in of(self, row):
                if is_so:
                    yield self.problem(row, name, message)

    def repeated(self, columns: Sequence[str]) -> Iterator[Problem]:
        """A problem for each row with the same in these columns as an earlier one."""
        first: dict[tuple[str, ...], int] = {}
        for row in self.filled():
            texts = self.texts(row, columns)
            before = first.setdefault(texts, row)
            if before != row:
                shown = clean(", ".join(filter(None, texts)), NAME)
                message = f"{shown} stands in line {self.line(before)} already"
                yield self.problem(row, columns[0], message)

    def require_no_problems(self, *problems: Iterable[Problem]) -> None:
        """FileProblems with all of these and its misfits, if there are any."""
        every = (*chain(*problems), *self.row_length_problems())
        if every:
            raise FileProblems(every)


def read(path: Path) -> bytes:
    """What is in a file; AssignmentError, with the reason, if it cannot be read."""
    try:
        return content_of(path)
    except OSError as fault:
        fault.filename = fault.filename or str(path)
        raise AssignmentError(clean(system_error_sentence(fault), LONGEST)) from None


def load(path: Path, content: bytes | None = None) -> CellTable:
    """The CSV in a file, or in its `content`, with a cell for each column.

    AssignmentError if there is none, or it is not right.
    """
    table = parsed(read(path) if content is None else content, path)
    problems = tuple(table.row_length_problems())
    if problems:
        raise FileProblems(problems)
    return table


def parsed(content: bytes, path: Path) -> CellTable:
    """The CSV of a file's content; its `misfits` are not told yet.

    AssignmentError, with the place in the file, if it is none.
    """
    known = ((mark, name) for mark, name in MARKS if content.startswith(mark))
    mark, encoding = next(known, (b"", "utf-8"))
    body, shown = content[len(mark) :], path_shown(path)
    try:
        text = body.decode(encoding)
    except UnicodeDecodeError as fault:
        before = body[: fault.start].decode(encoding)
        where = f"{shown}:{_place(before, len(before))[0]}"
        raise AssignmentError(f"{where}: is not {encoding.upper()}; {SAVE}") from None
    if "\0" in text:
        line, _ = _place(text, text.index("\0"))
        raise AssignmentError(f"{shown}:{line}: is no CSV (NUL bytes); {SAVE}")
    reading = _best(text)
    if reading.fault is not None:
        at, message = reading.fault
        raise FileProblems((Problem(Path(shown), *_place(text, at), message),))
    if not reading.rows:
        expected = "expected the names of the columns in the first line, found none"
        raise AssignmentError(f"{shown}: {expected}")
    return CellTable(
        path=path,
        text=text,
        rows=reading.rows,
        separator=reading.separator,
        mark=mark,
        encoding=encoding,
    )


@dataclass(frozen=True, slots=True)
class _Reading:
    """The rows of a text by one separator, and where and why they end too soon."""

    separator: str
    rows: tuple[CellRow, ...]
    fault: tuple[int, str] | None = None

    def reading_rank(self) -> tuple[int, bool, int]:
        """How many rows are as long as the first, if it is right, and its columns."""
        columns = len(self.rows[0]) if self.rows else 0
        fitting = sum(len(row) == columns > 1 for row in self.rows)
        return fitting, self.fault is None, columns


def _best(text: str) -> _Reading:
    """The text by the separator that its first line tells, else by the likeliest."""
    told = TOLD.match(text)
    if told:
        return _reading(text, told[2], told.end())
    readings = [_reading(text, separator) for separator in SEPARATORS]
    return max(readings, key=_Reading.reading_rank)


def _reading(text: str, separator: str, at: int = 0) -> _Reading:
    """The rows of a text from a place on, without blank ones before the first."""
    ends = f"{re.escape(separator)}\r\n"
    # `="007"` is how zeros are kept from Excel.
    plain = re.compile(f'="[^"{ends}]*"(?=[{ends}]|\\Z)|[^"{ends}]*')
    rows: list[CellRow] = []
    while at < len(text):
        row: list[Cell] = []
        while not row or text[at : at + 1] == separator:
            at += bool(row)
            if not row and text[at] in "\r\n":
                break
            row.append(_cell(plain, text, at))
            at = row[-1].end
            fault = _fault(text, row[-1], separator)
            if fault is not None:
                return _Reading(separator, (*rows, tuple(row)), fault)
        if rows or any(FILLED.search(cell.text) for cell in row):
            rows.append(tuple(row))
        newline = NEWLINE.match(text, at)
        at = newline.end() if newline else at
    return _Reading(separator, tuple(rows))


def _cell(plain: re.Pattern[str], text: str, at: int) -> Cell:
    found = QUOTED.match(text, at) or plain.match(text, at)
    assert found is not None  # `plain` fits the empty text
    if found.re is plain:
        return Cell(found[0], at, found.end(), quoted=False)
    return Cell(found[1].replace('""', '"'), at, found.end(), quoted=True)


def _fault(text: str, cell: Cell, separator: str) -> tuple[int, str] | None:
    """Where and why a cell does not end where the next one, or a line, begins."""
    if cell.quoted and text.count('"', cell.start, cell.end) % 2:
        return cell.start, NEVER_CLOSED
    if text[cell.end : cell.end + 1] in ("", "\r", "\n", separator):
        return None
    if cell.quoted:
        return cell.start, TEXT_BEHIND.format(_place(text, cell.end)[0])
    return cell.end, WITHIN


@lru_cache(maxsize=2)
def _place(text: str, at: int) -> tuple[int, int]:
    """The line and the column of a place, from 1."""
    starts = 0, *(newline.end() for newline in NEWLINE.finditer(text))
    line = bisect_right(starts, at)
    return line, at - starts[line - 1] + 1


def index_of_column(table: CellTable, name: str, how: str) -> int:
    """The one column of this name. AssignmentError, with `how` to name another one."""
    header = table.header()
    if header.count(name) == 1:
        return header.index(name)
    shown, asked = path_shown(table.path), clean(name, SHOWN)
    if name in header:
        raise AssignmentError(f"{shown}: has the column {asked} more than once{how}")
    raise AssignmentError(
        f"{shown}: has no column {asked}{how}; {columns_in_words(table)}"
    )


def columns_in_words(table: CellTable) -> str:
    """The columns that there are, as the end of a sentence."""
    names = [clean(name, SHOWN) for name in table.header() if name]
    rest = len(names) - MOST_SHOWN
    more = f" and {rest} more" if rest > 0 else ""
    return f"it has {', '.join(names[:MOST_SHOWN])}{more}"


NOT_MATCHED, NO_STUDENT = "not matched", "of no student"  # why a row is not used
POSSIBLE = "Points Possible"  # how the last row begins that Canvas writes on top
NAMED_BY = 3  # columns on the left that name a student of Canvas
NAMED, KEY = 3, 40  # rows of one kind that are named, and characters of one's key


class UnusedRow(NamedTuple):
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

    def row_count_sentence(self) -> str:
        """Such as `a.csv: 31 rows read, 30 used, 1 not matched (line 7, "ann x")`."""
        read = f"{path_shown(self.path)}: {count_text(self.read, 'row')} read"
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
    kept = []
    for row in (row for row in rows if row in unused):
        places = (table.column_index("sid"), *range(len(table.rows[row])))
        key = next(filter(None, (table.text_at(row, place) for place in places)), "")
        kept.append(UnusedRow(table.line(row), clean(key, KEY), unused[row]))
    return RowCount(table.path, len(rows), tuple(kept))


def rows_of_people(table: CellTable) -> tuple[int, ...]:
    """The rows in which anything stands, without those that Canvas writes on top."""
    rows = table.filled()
    tops = [row for row in rows if POSSIBLE in table.text_at(row, 0)]
    below = max(tops, default=0)
    people = (
        row
        for row in rows
        if row > below or any(table.text_at(row, place) for place in range(NAMED_BY))
    )
    return tuple(row for row in people if row not in tops)


NAME = 60  # characters of a name or an id in a sentence
ROW_WITHIN = (
    "a row of {} stands within the quotes of the row in line {}; close each quote "
    "where its cell ends"
)


Fault = tuple[str, bool, str]  # a column, whether it is wrong, and how


def sheet_of(
    content: bytes, path: Path, needed: Sequence[str], others: Sequence[str]
) -> CellTable:
    """The table in a file's content; AssignmentError unless its columns are these.

    All of `needed` must be there, none twice; its `misfits` are told by `require`.
    """
    table = parsed(content, path)
    header = table.header()
    unknown = [name for name in header if name and name not in (*needed, *others)]
    twice = [name for name, times in Counter(header).items() if name and times > 1]
    missing = [name for name in needed if name not in header]
    more = f", and {' or '.join(others)} if you like" if others else ""
    expected = f"expected {', '.join(needed)}{more}"
    for what, names in (("unknown", unknown), ("twice", twice), ("missing", missing)):
        if names:
            shown = f"{what}: {', '.join(clean(name, NAME) for name in names)}"
            raise AssignmentError(f"{table.where()}: columns {shown}; {expected}")
    return table


def require_no_rows_within_cells(
    content: bytes, path: Path, ids: Container[str]
) -> None:
    """FileProblems where a row of somebody's stands within another's quoted cell."""
    table = parsed(content, path)
    columns, place = len(table.rows[0]), table.header().index("sid")
    problems = []
    for row, own in enumerate(table.rows):
        lines = table.text[own[0].start : own[-1].end] if own else ""
        for number, line in enumerate(NEWLINE.split(lines)[1:], table.line(row) + 1):
            texts = [text.strip(' "') for text in line.split(table.separator)]
            if len(texts) >= columns and texts[place] in ids:
                message = ROW_WITHIN.format(clean(texts[place], NAME), table.line(row))
                problems.append(Problem(Path(path_shown(path)), number, 1, message))
    if problems:
        raise FileProblems(tuple(problems))


def rows_read(
    content: bytes, path: Path, rows: Sequence[StudentRow], attempts: Container[str]
) -> RowCount:
    """How many rows of a file there are, and which are of none of these students.

    One that says which submission counts may name any of the `attempts`.
    """
    sheet = parsed(content, path)
    unused = {}
    for row in sheet.filled():
        sid, submission = sheet.texts(row, ("sid", "submission"))
        places, why = students_with_id(sid, rows)
        if why and (places or not (submission and sid in attempts)):
            unused[row] = NOT_MATCHED
    return row_count(sheet, sheet.filled(), unused)


def students_with_id(sid: str, rows: Sequence[StudentRow]) -> tuple[list[int], str]:
    """The places of the students that an id means (of several a group), or why not.

    It is the sid; of who has none the name of the submission, or the id in the LMS. The
    end of a sentence tells who may be meant: a spreadsheet takes zeros off an id.
    """
    places = [
        place
        for place, row in enumerate(rows)
        if sid in ((own,) if (own := row.student.sid) else _ids(row))
    ]
    places = [place for place in places if rows[place].student.sid] or places
    if places:
        return places, reason_unclear(places, rows)
    others = (
        f"; {clean(row.student.name, NAME)} has {clean(row.student.sid, NAME)}"
        for row in rows
        if row.student.sid
        and sid.lstrip("0")
        in {each.lstrip("0") for each in (*astuple(row.student), *_ids(row))} - {""}
    )
    return [], f"nobody has that sid{next(others, '')}"


def _ids(row: StudentRow) -> tuple[str, str]:
    return row.submission, row.student.lms


def reason_unclear(places: Sequence[int], rows: Sequence[StudentRow]) -> str:
    """Why places are not of one student, or of one group; "" where they are."""
    several = len(places) > 1 and bool(rows[places[0]].student.sid)
    return f"{len(places)} students have that sid" if several else ""
