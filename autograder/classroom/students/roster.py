"""The list of a class, as a CSV: from a registrar, a gradebook, or made by hand."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from autograder.classroom.course import Student
from autograder.classroom.gradebooks import cells
from autograder.classroom.gradebooks.cells import CellTable
from autograder.classroom.gradebooks.grades import (
    NO_STUDENT,
    RowCount,
    of_people,
    row_count,
)
from autograder.errors import AssignmentError
from autograder.text import clean, few, path_shown

SHOWN, ALL_SHOWN = 30, 60  # characters of a column's name, and of all
EXPECTED = "expected name (or first name and last name), sid or email"
NOT_LETTERS = re.compile(r"[\W_]+")
IN_A_FORMULA = re.compile(r'="(.*)"', re.DOTALL)  # by which Excel keeps zeros
NUMBER = re.compile(r"\D*(\d+)")
TEST_STUDENT = "Student, Test"  # in a gradebook of Canvas
COLUMNS = {  # the words for each, in letters alone
    "name": "name fullname studentname student displayname vollständigername",
    "first": "first firstname firstnames givenname givennames forename vorname",
    "last": "last lastname lastnames surname familyname nachname",
    "sid": (
        "sid studentid studentnumber studentno idnumber sisuserid sisid universityid "
        "matriculationnumber matrikelnummer"
    ),
    "email": "email emailaddress mail emailadresse sisloginid",
    "lms": "canvasid canvasuserid userid identifier participant moodleid",
    "id": "id",
}
MEANINGS = {word: field for field, words in COLUMNS.items() for word in words.split()}


def load(path: Path, content: bytes | None = None) -> tuple[Student, ...]:
    """The students in the file's order; who is there twice is there twice.

    Its `content`, where that is known already, is that of the file at the path. Raises
    AssignmentError, with the line, where no column fits or nothing is listed.
    """
    found, where = _listed(table := cells.load(path, content)), path_shown(path)
    students = tuple(each for each in found.values() if each.name)
    if not students:
        below = f"{where}:{table.line(0)}"
        raise AssignmentError(f"{below}: lists no student below its columns")
    return students


def rows_read(path: Path, content: bytes | None = None) -> RowCount:
    """How many rows of the file there are, and which name nobody."""
    table = cells.load(path, content)
    found = _listed(table)
    unused = {row: NO_STUDENT for row, each in found.items() if not each.name}
    return row_count(table, tuple(found), unused)


def _listed(table: CellTable) -> dict[int, Student]:
    """The student in each row, without a name where the row names nobody."""
    texts = [[_plain(cell.text) for cell in row] for row in table.rows]
    columns = _columns(texts[0], f"{path_shown(table.path)}:{table.line(0)}")
    found = {row: _student(columns, texts[row]) for row in of_people(table)}
    return {row: each for row, each in found.items() if each.name != TEST_STUDENT}


def _plain(cell: str) -> str:
    found = IN_A_FORMULA.fullmatch(cell.strip())
    return (found[1] if found else cell).strip()


def _columns(header: Sequence[str], where: str) -> dict[str, int]:
    """The column of each field; of two the first, of an `id` what else is there."""
    columns: dict[str, int] = {}
    for number, title in enumerate(header):
        meaning = MEANINGS.get(NOT_LETTERS.sub("", title.casefold()), "")
        columns.setdefault(meaning, number)
    if "id" in columns:
        columns.setdefault("lms" if "sid" in columns else "sid", columns["id"])
    if not {"name", "last", "sid", "email"} & {*columns}:
        titles = tuple(clean(title, SHOWN) for title in header if title)
        found = few(titles, ALL_SHOWN) or "nothing"
        raise AssignmentError(f"{where}: no column fits; {EXPECTED}, found {found}")
    return columns


def _student(columns: dict[str, int], row: Sequence[str]) -> Student:
    def cell(field: str) -> str:
        number = columns.get(field, len(row))
        return row[number] if number < len(row) else ""

    sid, email, lms = cell("sid"), cell("email"), NUMBER.fullmatch(cell("lms"))
    full = f"{cell('first')} {cell('last')}".strip()
    name = cell("name") or full or email or sid
    return Student(
        name or cell("lms"),
        sid,
        email if "@" in email else "",
        lms[1] if lms else cell("lms"),
    )
