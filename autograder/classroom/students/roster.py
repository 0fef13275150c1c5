"""The list of a class, as a CSV: from a registrar, a gradebook, or made by hand."""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Sequence
from pathlib import Path

from autograder.classroom.course import Student
from autograder.errors import AssignmentError
from autograder.files import content_of
from autograder.text import clean, few, path_shown
from autograder.uploads.reading import reason_of

DELIMITERS = ",;\t"
SHOWN, ALL_SHOWN = 30, 60  # characters of a column's name, and of all
UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
EXPECTED = "expected name (or first name and last name), sid or email"
NOT_LETTERS = re.compile(r"[\W_]+")
IN_A_FORMULA = re.compile(r'="(.*)"', re.DOTALL)  # by which Excel keeps zeros
NUMBER = re.compile(r"\D*(\d+)")
NO_STUDENT = ("Points Possible", "Student, Test")  # in a gradebook of Canvas
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
    shown = path_shown(path)
    given = read(path) if content is None else content
    header, *rows = _rows(_text(given, shown), shown) or [(1, [])]
    columns = _columns(header[1], f"{shown}:{header[0]}")
    students = (_student(columns, row) for _, row in rows)
    found = tuple(each for each in students if each.name not in ("", *NO_STUDENT))
    if not found:
        raise AssignmentError(
            f"{shown}:{header[0]}: lists no student below its columns"
        )
    return found


def read(path: Path) -> bytes:
    """What is in the file; AssignmentError, with the reason, if it cannot be read."""
    try:
        return content_of(path)
    except (OSError, ValueError) as fault:
        shown = path_shown(path)
        raise AssignmentError(f"{shown}: cannot be read ({reason_of(fault)})") from None


def _text(content: bytes, shown: str) -> str:
    encoding = "utf-16" if content.startswith(UTF_16) else "utf-8-sig"
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as fault:
        line = fault.object[: fault.start].count(b"\n") + 1
        kind = "UTF-16" if encoding == "utf-16" else "UTF-8"
        found = f"the byte 0x{fault.object[fault.start]:02x} is not {kind}"
        remedy = "save it as CSV in UTF-8"
        raise AssignmentError(f"{shown}:{line}: {found}; {remedy}") from None


def _rows(text: str, shown: str) -> list[tuple[int, list[str]]]:
    """The rows that are not empty, each with its line."""
    first = text.lstrip().partition("\n")[0]
    delimiter = max(DELIMITERS, key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    rows: list[tuple[int, list[str]]] = []
    try:
        for row in reader:
            cells = [_plain(cell) for cell in row]
            if any(cells):
                rows.append((reader.line_num, cells))
    except csv.Error as fault:
        found = clean(str(fault), SHOWN)
        raise AssignmentError(f"{shown}:{reader.line_num}: no CSV ({found})") from None
    return rows


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
