"""A zip of feedback pages, named so that the LMS gives each back to its student.

Canvas takes back what it finds by the two numbers in the name of a file as it was
downloaded, the user's and the file's (`stonebob_12_345_search.py`); an online text has
no second one. Moodle goes by the participant's number in the name of a folder
(`Bob Stone_12_assignsubmission_file_`), whatever the name before it.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable
from pathlib import PurePosixPath

from autograder.classroom.course import Course, StudentRow
from autograder.errors import AssignmentError

OF_CANVAS = re.compile(
    r"((?:.*?_)?\d+_\d+|(?:LATE_)?anon_(?:LATE_)?[^_]+_\d+)_.+", re.DOTALL
)
OF_MOODLE = re.compile(r"([^_]*)_(\d+)_(assignsubmission_[a-z]+)(?:_.*)?", re.DOTALL)
HIDDEN = "._"  # what macOS adds, which Canvas ignores
PAGE = "feedback.html"
DATE = (1980, 1, 1, 0, 0, 0)  # the first that a zip can hold: the same in each run
MODE = 0o100600
UNIX = 3  # where the mode means something


def archive(course: Course, kind: str) -> bytes:
    """The zip with each page under the name by which this LMS takes it back.

    Rows without a page are left out, and those of whose name the LMS would not know the
    student. The same course gives the same bytes. Raises AssignmentError for another
    kind than Canvas and Moodle, and where the submissions come from another one.
    """
    if kind not in NAMES:
        known = " or ".join(NAMES)
        raise AssignmentError(f"--feedback {kind}: no LMS takes it back; try {known}")
    if course.kind != kind:
        raise AssignmentError(
            f"--feedback {kind}: the submissions are no export of {kind.capitalize()} "
            f"({course.kind}), and only its own names tell it whose a page is"
        )
    pages = {
        name: row.graded.page
        for row in course.rows
        if row.graded and row.graded.page and (name := NAMES[kind](row))
    }
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, page in sorted(pages.items()):
            entry = zipfile.ZipInfo(name, DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system, entry.external_attr = UNIX, MODE << 16
            packed.writestr(entry, page.encode())
    return file.getvalue()


def _for_canvas(row: StudentRow) -> str:
    """The downloaded name as far as its numbers, which are all that Canvas reads."""
    name = PurePosixPath(row.original).name
    found = OF_CANVAS.fullmatch(name)
    return f"{found[1]}_{PAGE}" if found and not name.startswith(HIDDEN) else ""


def _for_moodle(row: StudentRow) -> str:
    """The folder of the student; of a team's each member, its own number."""
    for part in PurePosixPath(row.original).parts:
        found = OF_MOODLE.fullmatch(part)
        if found:
            own = row.student.lms
            number = own if own.isascii() and own.isdigit() else found[2]
            return f"{found[1]}_{number}_{found[3]}_/{PAGE}"
    return ""


NAMES: dict[str, Callable[[StudentRow], str]] = {
    "canvas": _for_canvas,
    "moodle": _for_moodle,
}
