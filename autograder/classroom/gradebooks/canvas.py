"""Canvas's gradebook with one assignment's scores filled in.

Its rows are tied by `ID`, then by `SIS User ID`, then by `SIS Login ID`. What Canvas
writes above the students (a row of `Manual Posting`, the one of `Points Possible`) and
its `Student, Test` are left alone, and so are excused students (`EX`) and those to whom
the assignment is not assigned (`N/A`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from autograder.assignment.selection import nearest
from autograder.classroom.course import Course, Student
from autograder.classroom.gradebooks import cells, filling
from autograder.classroom.gradebooks.cells import CellTable, columns_of
from autograder.classroom.gradebooks.filling import FilledGradebook, Gradebook, Tie
from autograder.classroom.gradebooks.grades import (
    COMMA,
    POINT,
    POSSIBLE,
    mark_of,
    number,
)
from autograder.errors import AssignmentError
from autograder.text import clean, listed, path_shown

KIND = "canvas"
USER, SIS_USER, SIS_LOGIN = "ID", "SIS User ID", "SIS Login ID"
NAMES = (("Student",), ("LastName", "FirstName"))  # with which a gradebook begins
TEST_STUDENT = ("Student, Test", "Student Test")
ASSIGNMENT = re.compile(r"(.*\S)\s*\((\d+)\)", re.DOTALL)  # a title, and an id
DROPPED = (  # what Canvas takes for a column of its own, anywhere in a header
    *("Current Score", "Current Points", "Current Grade"),
    *("Final Score", "Final Points", "Final Grade"),
    *("Override Score", "Override Grade", "Override Status"),
)
TAKES_NONE = {  # what stands in the cell of a student who gets no score, and why
    "EX": "the student is excused (EX)",
    "N/A": "the assignment is not assigned to this student (N/A)",
}
REMEDY = "export it in Canvas: Grades, Export"


def filled(
    path: Path, column: str, course: Course, content: bytes | None = None
) -> FilledGradebook:
    """A gradebook with the points in a column, and what could not be entered.

    Its `content`, where that is known already, is that of the file at the path.
    The column is told by its header, `Title (123)`, by the title or the beginning of
    the header where that is unique, or by the id. Raises AssignmentError where the file
    is no gradebook or has no such column.
    """
    table = cells.load(path, content)
    header = table.header()
    if USER not in header or not any(header[: len(n)] == n for n in NAMES):
        shown = path_shown(path)
        expected = (
            f"expected a gradebook of Canvas, with the columns Student and {USER}"
        )
        raise AssignmentError(f"{shown}: {expected}; {columns_of(table)}; {REMEDY}")
    found = _column(table, column)
    rows = _students(table)
    return filling.filled(
        Gradebook(
            table=table,
            rows=rows,
            column=found,
            mark=_mark(table, found),
            ties=_ties(table, course.kind),
            called=lambda row: _called(table, row),
            obstacle=lambda row, _: TAKES_NONE.get(
                table.text_at(row, found).upper(), ""
            ),
            nobodies=frozenset(
                row for row in rows if _name(table, row) in TEST_STUDENT
            ),
            most=_possible(table, found),
        ),
        course,
    )


def _column(table: CellTable, wanted: str) -> int:
    """The column that is asked for; of two that fit, the one that fits better."""
    titles = {  # by the header
        name: found for name in table.header() if (found := ASSIGNMENT.fullmatch(name))
    }
    wanted = wanted.strip()
    ways = (
        [name for name in titles if wanted == name],
        [name for name, found in titles.items() if wanted in (found[1], found[2])],
        [name for name in titles if wanted and name.startswith(wanted)],
    )
    fitting = next((names for names in ways if names), [])
    if len(fitting) != 1:
        raise AssignmentError(_no_column(table, wanted, fitting, [*titles]))
    column = cells.column_named(table, fitting[0], "")
    _require_writable(table, column)
    return column


def _no_column(
    table: CellTable, wanted: str, fitting: list[str], titles: list[str]
) -> str:
    begins = f"{path_shown(table.path)}: --column {clean(wanted, cells.SHOWN)}"
    safe = [clean(title, cells.SHOWN) for title in titles]
    if fitting:
        several = listed(tuple(clean(name, cells.SHOWN) for name in fitting))
        return f"{begins}: fits {several}; give the number of one of them"
    if not titles:
        return (
            f"{begins}: no column is an assignment's, such as `Title (123)`; {REMEDY}"
        )
    hint = nearest(wanted, safe)
    return f"{begins}: there is no such column; it has {listed(tuple(safe), 20)}{hint}"


def _possible(table: CellTable, column: int) -> str:
    """What can be earned in a column, as Canvas writes it; "" where it does not."""
    rows = range(1, len(table.rows))
    above = (row for row in rows if POSSIBLE in table.text_at(row, 0))
    return next((table.text_at(row, column) for row in above), "")


def _require_writable(table: CellTable, column: int) -> None:
    """AssignmentError where Canvas would not read the column, by its name or points."""
    header = table.header()[column]
    for each in DROPPED:
        if each in header:
            raise AssignmentError(
                f"{path_shown(table.path)}:1: Canvas drops "
                f"{clean(header, cells.SHOWN)} when it imports this, since {each} "
                "stands in its name; rename the assignment in Canvas, and export again"
            )
    for row in range(1, len(table.rows)):
        most = table.text_at(row, column)
        if POSSIBLE in table.text_at(row, 0) and most and number(most) is None:
            name = clean(table.header()[column], cells.SHOWN)
            where = f"{path_shown(table.path)}:{table.line(row)}"
            raise AssignmentError(
                f"{where}: Canvas does not take scores for {name}, which has "
                f"{clean(most, cells.SHOWN)} for its points"
            )


def _students(table: CellTable) -> tuple[int, ...]:
    """The rows of students: those with a name or an id, but for the points."""
    last = table.header().index(USER)
    known = [*range(last + 1), *(_place(table, name) for name in (SIS_USER, SIS_LOGIN))]
    return tuple(
        row
        for row in range(1, len(table.rows))
        if any(table.text_at(row, column) for column in known)
        and POSSIBLE not in table.text_at(row, 0)
    )


def _place(table: CellTable, name: str) -> int | None:
    header = table.header()
    return header.index(name) if name in header else None


def _mark(table: CellTable, column: int) -> str:
    """The mark of decimals: of this column, else of all, else by the separator."""
    rows = range(1, len(table.rows))
    own = mark_of(table.text_at(row, column) for row in rows)
    every = mark_of(cell.text.strip() for row in table.rows for cell in row)
    return own or every or (COMMA if table.separator == ";" else POINT)


def _ties(table: CellTable, kind: str) -> tuple[Tie, ...]:
    """The ties, the surest first. Only Canvas's own exports know Canvas's ids."""

    def tie(name: str, of_student: Callable[[Student], str]) -> Tie:
        place = _place(table, name)
        return Tie(name, lambda row: table.text_at(row, place), of_student)

    def login(of_student: Callable[[Student], str]) -> Tie:
        place = _place(table, SIS_LOGIN)
        return Tie(
            SIS_LOGIN, lambda row: table.text_at(row, place).casefold(), of_student
        )

    return (
        tie(USER, lambda student: "" if kind == "moodle" else student.lms.strip()),
        tie(SIS_USER, lambda student: student.sid.strip()),
        tie(SIS_LOGIN, lambda student: student.sid.strip()),
        login(lambda student: student.email.strip().casefold()),
        login(lambda student: student.email.strip().casefold().partition("@")[0]),
    )


def _name(table: CellTable, row: int) -> str:
    """The name in a row: one cell, or the last and the first name."""
    columns = range(table.header().index(USER))
    return " ".join(filter(None, (table.text_at(row, each) for each in columns)))


def _called(table: CellTable, row: int) -> str:
    name = clean(_name(table, row), filling.NAME) or "a row without a name"
    ids = ((USER, USER), (SIS_USER, SIS_USER), (SIS_LOGIN, SIS_LOGIN))
    texts = ((what, table.text_at(row, _place(table, column))) for what, column in ids)
    mark = next((f" ({what} {clean(t, filling.NAME)})" for what, t in texts if t), "")
    return f"{name}{mark}"
