"""A CSV that people have written by hand: rows for students, under names of columns.

Overrides, comments, lateness and requests are such. All that is wrong in one is told at
once, with its line and column.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from autograder.classroom.course import StudentRow
from autograder.classroom.gradebooks import cells
from autograder.classroom.gradebooks.cells import NEWLINE, CellTable
from autograder.classroom.gradebooks.grades import NOT_MATCHED, RowCount, row_count
from autograder.errors import AssignmentError, FileProblems, Problem
from autograder.text import clean, path_shown

NAME = 60  # characters of a name or an id in a sentence
WITHIN = (
    "a row of {} stands within the quotes of the row in line {}; close each quote "
    "where its cell ends"
)


@dataclass(frozen=True, slots=True)
class Sheet:
    """Such a file; a row is told by its place among all of the table."""

    table: CellTable

    def rows(self) -> tuple[int, ...]:
        """Those in which anything stands."""
        return self.table.filled()

    def text(self, row: int, name: str) -> str:
        """What stands in a column, without blanks around it; "" without the column."""
        header = self.table.header()
        return self.table.text_at(row, header.index(name) if name in header else None)

    def line(self, row: int) -> int:
        """The line of the file, from 1."""
        return self.table.line(row)

    def problem(self, row: int, name: str, message: str) -> Problem:
        """A problem at a cell, or at the beginning of a row that ends before it."""
        header = self.table.header()
        place = header.index(name) if name in header else len(header)
        there = place < len(self.table.rows[row])
        column = self.table.column(row, place) if there else 1
        path = Path(path_shown(self.table.path))
        return Problem(path, self.table.line(row), column, message)

    def repeated(self, columns: Sequence[str]) -> Iterator[Problem]:
        """A problem for each row with the same in these columns as an earlier one."""
        first: dict[tuple[str, ...], int] = {}
        for row in self.rows():
            texts = tuple(self.text(row, name) for name in columns)
            before = first.setdefault(texts, row)
            if before != row:
                shown = clean(", ".join(filter(None, texts)), NAME)
                message = f"{shown} stands in line {self.line(before)} already"
                yield self.problem(row, columns[0], message)


def parsed(
    content: bytes, path: Path, needed: Sequence[str], others: Sequence[str]
) -> Sheet:
    """The sheet in a file's content, which has the columns that are needed.

    Raises AssignmentError where it has not, or one that is not known, or one twice. The
    `misfits` of its table are among what is wrong with its rows.
    """
    table = cells.parsed(content, path)
    header = table.header()
    unknown = [name for name in header if name and name not in (*needed, *others)]
    twice = [name for name, times in Counter(header).items() if name and times > 1]
    missing = [name for name in needed if name not in header]
    more = f", and {' or '.join(others)} if you like" if others else ""
    expected = f"expected {', '.join(needed)}{more}"
    for what, names in (("unknown", unknown), ("twice", twice), ("missing", missing)):
        if names:
            shown = f"{what}: {', '.join(clean(name, NAME) for name in names)}"
            where = f"{path_shown(path)}:{table.line(0)}"
            raise AssignmentError(f"{where}: columns {shown}; {expected}")
    return Sheet(table)


def require_apart(content: bytes, path: Path, ids: Container[str]) -> None:
    """FileProblems where a row of somebody's stands within another's quoted cell.

    Two quotes that are never closed may close each other, and all looks right.
    """
    table = cells.parsed(content, path)
    columns, place = len(table.rows[0]), table.header().index("sid")
    problems = []
    for row, own in enumerate(table.rows):
        lines = table.text[own[0].start : own[-1].end] if own else ""
        for number, line in enumerate(NEWLINE.split(lines)[1:], table.line(row) + 1):
            texts = [text.strip(' "') for text in line.split(table.separator)]
            if len(texts) >= columns and texts[place] in ids:
                message = WITHIN.format(clean(texts[place], NAME), table.line(row))
                problems.append(Problem(Path(path_shown(path)), number, 1, message))
    if problems:
        raise FileProblems(tuple(problems))


def rows_read(
    content: bytes, path: Path, rows: Sequence[StudentRow], attempts: Container[str]
) -> RowCount:
    """How many rows of a file there are, and which are of none of these students.

    One that says which submission counts may name any of the `attempts`.
    """
    sheet = Sheet(cells.parsed(content, path))
    unused = {}
    for row in sheet.rows():
        sid = sheet.text(row, "sid")
        places = places_of(sid, rows)
        is_attempt = bool(sheet.text(row, "submission")) and sid in attempts
        if is_unclear(places, rows) or not (places or is_attempt):
            unused[row] = NOT_MATCHED
    return row_count(sheet.table, sheet.rows(), unused)


def places_of(sid: str, rows: Sequence[StudentRow]) -> list[int]:
    """The places of the students that an id means; of several nobody, or a group.

    It is the sid; of who has none the name of the submission, or the id in the LMS.
    """
    places = [i for i, row in enumerate(rows) if _means(sid, row)]
    by_sid = [i for i in places if rows[i].student.sid]
    return by_sid or places


def is_unclear(places: Sequence[int], rows: Sequence[StudentRow]) -> bool:
    """Whether several students have that sid."""
    return len(places) > 1 and bool(rows[places[0]].student.sid)


def nobody(sid: str, places: Sequence[int], rows: Sequence[StudentRow]) -> str:
    """Why an id means nobody, or not one, and who is meant: as a sentence's end.

    A spreadsheet takes zeros off an id; and some write a name, or another id.
    """
    if places:
        return f"{len(places)} students have that sid"
    meant = (
        f"; {clean(row.student.name, NAME)} has {clean(row.student.sid, NAME)}"
        for row in rows
        if row.student.sid and sid.lstrip("0") in _called(row)
    )
    return f"nobody has that sid{next(meant, '')}"


def _called(row: StudentRow) -> set[str]:
    """What else somebody may write for a student, without zeros in front."""
    each = row.student
    names = (each.sid, each.name, each.email, each.lms, row.submission)
    return {name.lstrip("0") for name in names} - {""}


def _means(sid: str, row: StudentRow) -> bool:
    student = row.student
    return sid in ((student.sid,) if student.sid else (row.submission, student.lms))
