"""A CSV that people have written by hand: rows for students, under names of columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass
from itertools import chain
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


Fault = tuple[str, bool, str]  # a column, whether it is wrong, and how


@dataclass(frozen=True, slots=True)
class Sheet:
    """Such a file; a row is told by its place among all of the table."""

    table: CellTable

    def rows(self) -> tuple[int, ...]:
        """Those in which anything stands."""
        return self.table.filled()

    def text(self, row: int, name: str) -> str:
        """What stands in a column, without blanks around it; "" without the column."""
        return self.table.text_at(row, self.table.place(name))

    def texts(self, row: int, names: Sequence[str]) -> tuple[str, ...]:
        """What stands in these columns."""
        return tuple(self.text(row, name) for name in names)

    def line(self, row: int) -> int:
        """The line of the file, from 1."""
        return self.table.line(row)

    def problem(self, row: int, name: str, message: str) -> Problem:
        """A problem at a cell, or at the beginning of a row that ends before it."""
        place, column = self.table.place(name), 1
        if place is not None and place < len(self.table.rows[row]):
            column = self.table.column(row, place)
        path = Path(path_shown(self.table.path))
        return Problem(path, self.table.line(row), column, message)

    def faults(self, of: Callable[[Sheet, int], Iterable[Fault]]) -> Iterator[Problem]:
        """The problems of each row by itself."""
        for row in self.rows():
            for name, is_so, message in of(self, row):
                if is_so:
                    yield self.problem(row, name, message)

    def repeated(self, columns: Sequence[str]) -> Iterator[Problem]:
        """A problem for each row with the same in these columns as an earlier one."""
        first: dict[tuple[str, ...], int] = {}
        for row in self.rows():
            texts = self.texts(row, columns)
            before = first.setdefault(texts, row)
            if before != row:
                shown = clean(", ".join(filter(None, texts)), NAME)
                message = f"{shown} stands in line {self.line(before)} already"
                yield self.problem(row, columns[0], message)

    def require(self, *problems: Iterable[Problem]) -> None:
        """FileProblems with all of these and the table's misfits, if there are any."""
        every = (*chain(*problems), *self.table.misfits())
        if every:
            raise FileProblems(every)


def parsed(
    content: bytes, path: Path, needed: Sequence[str], others: Sequence[str]
) -> Sheet:
    """The sheet in a file's content; AssignmentError unless its columns are these.

    All of `needed` must be there, none twice; its `misfits` are told by `require`.
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
            raise AssignmentError(f"{table.where()}: columns {shown}; {expected}")
    return Sheet(table)


def require_apart(content: bytes, path: Path, ids: Container[str]) -> None:
    """FileProblems where a row of somebody's stands within another's quoted cell."""
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
        sid, submission = sheet.texts(row, ("sid", "submission"))
        places, why = meant(sid, rows)
        if why and (places or not (submission and sid in attempts)):
            unused[row] = NOT_MATCHED
    return row_count(sheet.table, sheet.rows(), unused)


def meant(sid: str, rows: Sequence[StudentRow]) -> tuple[list[int], str]:
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
        return places, unclear(places, rows)
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


def unclear(places: Sequence[int], rows: Sequence[StudentRow]) -> str:
    """Why places are not of one student, or of one group; "" where they are."""
    several = len(places) > 1 and bool(rows[places[0]].student.sid)
    return f"{len(places)} students have that sid" if several else ""
