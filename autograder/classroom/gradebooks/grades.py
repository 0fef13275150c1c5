"""grades.csv: one row a student, for people and for pandas; not for an import."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator

from autograder.classroom.course import Course, QuestionRow, Row
from autograder.classroom.gradebooks.figures import FIGURE, written
from autograder.text import clean

COLUMNS = (
    "name",
    "sid",
    "email",
    "group",
    "submission",
    "submitted_at",
    "late",
    "points",
    "max",
)
LATE = "yes"
FORMULA = re.compile(r"[=+\-@\t\r]")  # with which a text begins that is worked out
ESCAPE = 10  # characters of the longest that stands for one


def text(course: Course) -> str:
    """The table, with one line of names above it; lines end with a newline.

    A text that begins with `=`, `+`, `-`, `@`, a tab or a carriage return would be
    worked out by a spreadsheet, and gets an apostrophe before it. One that is a number
    as a whole, with its sign, fraction and exponent, does nothing there and stays as it
    is, so that ids can be looked up: `00123`, `1e5`, `-5`; but `'=cmd()`, `'-5+2`.
    Control characters and bidirectional marks are written out; newlines stay.
    """
    file = io.StringIO(newline="")
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(_harmless(name) for name in _header(course))
    for row in course.rows:
        writer.writerow(_harmless(cell) for cell in _cells(course, row))
    return file.getvalue()


def _header(course: Course) -> Iterator[str]:
    yield from COLUMNS
    yield from course.questions
    for name in course.questions:
        yield f"{name} convention"
        yield f"{name} diagnosis"
    yield "status"


def _cells(course: Course, row: Row) -> Iterator[str]:
    student = row.student
    yield from (student.name, student.sid, student.email, row.group, row.submission)
    yield row.submitted_at
    yield LATE if row.late else ""
    yield _points(row.points)
    yield _points(row.most)
    for name in course.questions:
        yield _points(row.by_question.get(name))
    known = {each.name: each for each in row.graded.questions} if row.graded else {}
    for name in course.questions:
        question = known.get(name, QuestionRow(name, None, 0.0))
        yield question.convention
        yield question.title or question.diagnosis
    yield "; ".join((row.status, *row.remarks))


def _points(points: float | None) -> str:
    return "" if points is None else written(points)


def _harmless(cell: str) -> str:
    """A cell in which nothing acts on its reader, neither as a formula nor unseen."""
    shown = "\n".join(clean(line, ESCAPE * len(line) + 1) for line in cell.split("\n"))
    acts = FORMULA.match(cell) and not FIGURE.fullmatch(cell)
    return f"'{shown}" if acts else shown
