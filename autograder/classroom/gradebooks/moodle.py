"""Moodle's grading worksheet of one assignment with the grades filled in.

A row is tied by the number within its identifier, `Participant 12345`, which is in the
names of the files that Moodle exports, too. On a site that is not English the columns,
the words and the decimal mark are others: the two columns are named by options, the
rest is told by where it stands.
"""

from __future__ import annotations

import re
from pathlib import Path

from autograder.classroom.course import Course, Student
from autograder.classroom.gradebooks import cells, filling
from autograder.classroom.gradebooks.cells import CellTable, column_named
from autograder.classroom.gradebooks.filling import FilledGradebook, Gradebook, Tie
from autograder.classroom.gradebooks.grades import COMMA, POINT, mark_of, number
from autograder.errors import AssignmentError
from autograder.text import clean, path_shown

KIND, OTHER = "moodle", "canvas"
IDENTIFIER, GRADE = "Identifier", "Grade"  # of an English site
OPTIONS = {IDENTIFIER: "--identifier-column", GRADE: "--grade-column"}
NUMBER = re.compile(r"\D*?(\d+)")
# Behind a grade stand its maximum, and whether it can be changed: No, in the
# languages of most sites.
BEHIND = 2
LOCKED = frozenset(
    (
        *("no", "non", "nein", "nee", "nej", "nei", "n\u00e3o", "ne", "nie", "nem"),
        *("ei", "nu", "hay\u0131r", "\u043d\u0456", "\u043d\u0435\u0442"),
        *(
            "\u03cc\u03c7\u03b9",
            "\u0644\u0627",
            "\u05dc\u05d0",
            "\u3044\u3044\u3048",
            "\u5426",
        ),
    )
)


def filled(
    path: Path,
    course: Course,
    identifier: str = IDENTIFIER,
    grade: str = GRADE,
    *,
    content: bytes | None = None,
) -> FilledGradebook:
    """A worksheet with the points in it, and what could not be entered.

    Its `content`, where that is known already, is that of the file at the path.
    Raises AssignmentError where a column is missing, with the option that names it, and
    where the submissions have the ids of another LMS.
    """
    table = cells.load(path, content)
    _require_numbers(path, course)
    own = column_named(table, identifier, _how(IDENTIFIER))
    column = column_named(table, grade, _how(GRADE))
    behind = range(column + 1, column + 1 + BEHIND)
    rows = tuple(row for row in range(1, len(table.rows)) if table.text_at(row, own))
    return filling.filled(
        Gradebook(
            table=table,
            rows=rows,
            column=column,
            mark=_mark(table, range(column, column + BEHIND)),
            ties=(Tie("number", lambda row: _number(table.text_at(row, own)), _lms),),
            called=lambda row: clean(table.text_at(row, own), filling.NAME),
            obstacle=lambda row, points: _obstacle(table, row, behind, points),
            most=table.text_at(rows[0], behind[0]) if rows else "",
        ),
        course,
    )


def _require_numbers(path: Path, course: Course) -> None:
    """AssignmentError where no student can have a number of Moodle's."""
    known = course.kind != OTHER and any(_lms(row.student) for row in course.rows)
    if not known:
        raise AssignmentError(
            f"{path_shown(path)}: a worksheet is joined by Moodle's numbers, and "
            f"nobody here has one ({course.kind}); grade an export of Moodle"
        )


def _how(name: str) -> str:
    return f"; name the one of your site by {OPTIONS[name]}"


def _number(identifier: str) -> str:
    """The number at the end of `Participant 12345`, `Teilnehmer/in12345`; or ""."""
    found = NUMBER.fullmatch(identifier)
    return found[1] if found else ""


def _lms(student: Student) -> str:
    return student.lms.strip()


def _mark(table: CellTable, columns: range) -> str:
    """The mark of decimals: of the grades and their maximum, else by the separator."""
    texts = [
        table.text_at(row, column)
        for row in range(1, len(table.rows))
        for column in columns
    ]
    return mark_of(texts) or (COMMA if table.separator == ";" else POINT)


def _obstacle(table: CellTable, row: int, behind: range, points: float) -> str:
    """Why Moodle would not take the points, by the cells behind the grade's."""
    for column in behind:
        text = table.text_at(row, column)
        if text.casefold() in LOCKED:
            name = clean(table.header()[column], cells.SHOWN)
            return f"Moodle has it locked ({name}: {text})"
    most = number(table.text_at(row, behind[0]))
    if most is not None and points > most:
        return f"Moodle takes no more than {table.text_at(row, behind[0])} points"
    return ""
