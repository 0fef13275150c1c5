"""grades.csv: one row a student, for people and for pandas; not for an import.

Spreadsheets work out what looks like a formula. OWASP advises: put each text into
quotes, double the quotes within, and an apostrophe before what begins as a formula.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable, Iterator

from autograder.classroom.course import Comment, Course, QuestionRow, StudentRow
from autograder.report.entries import CHECKS, DECIMALS
from autograder.text import clean

POINT, COMMA = ".", ","
FIGURE = re.compile(r"[+-]?(?:[0-9]+(?:[.,][0-9]*)?|[.,][0-9]+)(?:[eE][+-]?[0-9]+)?")
FRACTION = {mark: re.compile(rf"-?[0-9]+\{mark}[0-9]+") for mark in (POINT, COMMA)}


def points_text(points: float, mark: str = POINT) -> str:
    """Points with no digit more than they have, to six decimals: 2.5, 3, 0.333333."""
    figure = f"{points:.{DECIMALS}f}".rstrip("0").rstrip(".")
    return "0" if figure == "-0" else figure.replace(POINT, mark)


def finite_number(text: str) -> float | None:
    """The finite number that a text is, or None: 2.5, 2,5, -1, 1e3."""
    if not FIGURE.fullmatch(text):
        return None
    value = float(text.replace(COMMA, POINT))
    return value if math.isfinite(value) else None


def decimal_mark(texts: Iterable[str]) -> str:
    """The mark of decimals in texts, or ""; beside points a comma parts thousands."""
    found = list(texts)
    for mark in (POINT, COMMA):
        if any(FRACTION[mark].fullmatch(text) for text in found):
            return mark
    return ""


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


def grades_csv(course: Course) -> str:
    """The table, with one line of names above it; lines end with a newline."""
    return csv_text(_header(course), (_cells(course, row) for row in course.rows))


def csv_text(header: Iterable[str], rows: Iterable[Iterable[Cell]]) -> str:
    """A CSV for people; every text stands in quotes and is `harmless`.

    A text that is a number stays as it is, so that ids can be looked up: `-5`. But not
    at the beginning of a line, where other separators let it go on to the end.
    """
    lines = [",".join(map(_quoted, map(harmless, header)))]
    for name, *others in rows:
        first = _quoted(harmless(str(name)))
        lines.append(",".join([first, *map(_field, others)]))
    return "".join(f"{line}\n" for line in lines)


def _field(cell: Cell) -> str:
    if isinstance(cell, str):
        return _quoted(cell if FIGURE.fullmatch(cell) else harmless(cell))
    return "" if cell is None else points_text(cell)


def harmless(cell: str) -> str:
    """A text in which nothing acts on its reader, neither as a formula nor unseen.

    A part behind a separator, quote or newline that begins with `=`, `+`, `-` or `@`,
    also in their wide and small forms, or behind what is not seen, gets an apostrophe
    before it. Controls and bidirectional marks are written out; newlines stay.
    """
    parts = PARTS.split(cell)
    for place, part in enumerate(parts):
        first = next((c for c in part if unicodedata.category(c)[0] not in UNSEEN), "")
        if unicodedata.normalize("NFKC", first) in FORMULA:
            parts[place] = f"'{part}"
    lines = "".join(parts).split("\n")
    return "\n".join(clean(line, ESCAPE * len(line) + 1) for line in lines)


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
    if course.has_comments:
        yield COMMENTS
    yield STATUS


def _asked(course: Course) -> Iterator[str]:
    others = (*course.by_hand, CHECKS)
    return (name for name in course.questions if name not in others)


def _cells(course: Course, row: StudentRow) -> Iterator[Cell]:
    student = row.student
    yield from (student.name, student.sid, student.email, row.group, row.submission)
    yield row.submitted_at
    yield LATE if row.late else ""
    yield from (row.points, row.most)
    if course.deducts:
        yield from (row.deducted, row.points_after_lateness)
    for name in course.questions:
        yield row.by_question.get(name)
    known = {each.name: each for each in row.graded.questions} if row.graded else {}
    for name in _asked(course):
        question = known.get(name, QuestionRow(name, None, 0.0))
        yield question.convention
        yield ": ".join(
            filter(None, (question.explanation_in_few_words, question.lines))
        )
    if course.has_comments:
        yield "; ".join(map(comment_line, row.comments))
    whys = {name: row.reason_not_imported(name) for name in course.questions}
    told = [f"{name}: {why}" for name, why in whys.items() if why]
    yield "; ".join((row.status, *row.remarks, *told))


def comment_line(comment: Comment) -> str:
    """A comment in one line, with what it is about, and its points."""
    given = "" if comment.points is None else f"({points_text(comment.points)})"
    about = f"{comment.question}:" if comment.question else ""
    return " ".join(filter(None, (about, comment.text, given)))
