"""grades.csv: one row a student, for people and for pandas; not for an import.

What students have named is read by spreadsheets, which work out what looks like a
formula. OWASP advises against that injection: put each text into quotes, double the
quotes within, and an apostrophe before what begins as a formula.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

from autograder.classroom.course import Comment, Course, QuestionRow, StudentRow
from autograder.classroom.gradebooks.figures import FIGURE, written
from autograder.report.entries import CHECKS
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
DEDUCTED, COUNTED = "deducted", "counted"  # where lateness is known
COMMENTS = "comments"  # where there are any
STATUS = "status"
FIXED = frozenset((*COLUMNS, DEDUCTED, COUNTED, COMMENTS, STATUS))
LATE = "yes"
FORMULA = frozenset("=+-@")  # with which a text begins that is worked out
PARTS = re.compile(r'([,;|"\n])')  # behind each of these a cell may begin
UNSEEN = frozenset("CZM")  # categories: controls and the like, blanks, marks
ESCAPE = 10  # characters of the longest that stands for one

Cell = str | float | None  # a text, points, or points that there are not


def text(course: Course) -> str:
    """The table, with one line of names above it; lines end with a newline.

    Every text stands in quotes and is `harmless`; points are numbers, without.
    """
    return table(_header(course), (_cells(course, row) for row in course.rows))


def table(header: Iterable[str], rows: Iterable[Iterable[Cell]]) -> str:
    """A CSV for people; every text stands in quotes and is `harmless`."""
    lines = [",".join(map(_quoted, map(harmless, header))), *map(_line, rows)]
    return "".join(f"{line}\n" for line in lines)


def harmless(cell: str) -> str:
    """A text in which nothing acts on its reader, neither as a formula nor unseen.

    It is taken apart at each separator, quote and newline, since a program that takes
    another separator, or no quotes, lets a cell begin there. A part that begins with
    `=`, `+`, `-` or `@`, also in their wide and small forms, or behind what is not
    seen, gets an apostrophe before it. Controls and bidirectional marks are written
    out; newlines stay.
    """
    parts = (f"'{part}" if _acts(part) else part for part in PARTS.split(cell))
    lines = "".join(parts).split("\n")
    return "\n".join(clean(line, ESCAPE * len(line) + 1) for line in lines)


def _acts(part: str) -> bool:
    """Whether a spreadsheet would work out a cell that begins with this."""
    first = next((c for c in part if unicodedata.category(c)[0] not in UNSEEN), "")
    return unicodedata.normalize("NFKC", first) in FORMULA


def _line(cells: Iterable[Cell]) -> str:
    """One row of the table.

    A text that is a number as a whole, with its sign, stays as it is, so that ids can
    be looked up: `-5`. But at the beginning of a line, where other separators let it go
    on to the end, it is `harmless`, too.
    """
    name, *others = cells
    return ",".join([_quoted(harmless(str(name))), *map(_field, others)])


def _field(cell: Cell) -> str:
    if cell is None:
        return ""
    if isinstance(cell, str):
        return _quoted(cell if FIGURE.fullmatch(cell) else harmless(cell))
    return written(cell)


def _quoted(text: str) -> str:
    doubled = text.replace('"', '""')
    return f'"{doubled}"'


def _header(course: Course) -> Iterator[str]:
    yield from COLUMNS
    if course.deducts:
        yield from (DEDUCTED, COUNTED)
    yield from course.questions
    for name in _asked(course):
        yield f"{name} convention"
        yield f"{name} diagnosis"
    if course.comments:
        yield COMMENTS
    yield STATUS


def _asked(course: Course) -> Iterator[str]:
    """The questions that the assignment asks of programs."""
    others = (*course.by_hand, CHECKS)
    return (name for name in course.questions if name not in others)


def _cells(course: Course, row: StudentRow) -> Iterator[Cell]:
    student = row.student
    yield from (student.name, student.sid, student.email, row.group, row.submission)
    yield row.submitted_at
    yield LATE if row.late else ""
    yield from (row.points, row.most)
    if course.deducts:
        yield from (row.deducted, row.counted)
    for name in course.questions:
        yield row.by_question.get(name)
    known = {each.name: each for each in row.graded.questions} if row.graded else {}
    for name in _asked(course):
        question = known.get(name, QuestionRow(name, None, 0.0))
        yield question.convention
        yield ": ".join(filter(None, (question.called, question.lines)))
    if course.comments:
        yield "; ".join(map(said, row.comments))
    yield "; ".join((row.status, *row.remarks))


def said(comment: Comment) -> str:
    """A comment in one line, with what it is about, and its points."""
    given = "" if comment.points is None else f"({written(comment.points)})"
    about = f"{comment.question}:" if comment.question else ""
    return " ".join(filter(None, (about, comment.text, given)))
