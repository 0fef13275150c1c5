"""Moodle names each folder, or each file, after who has sent it."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.classroom.course import Student
from autograder.classroom.exports.reading import read
from tests.classroom import made_exports as made
from tests.classroom.made_exports import WORK
from tests.classroom.test_exports import names

MODULES = ("minimax",)


@pytest.mark.parametrize(
    "who, student",
    [
        ("Ann Lee_12", Student("Ann Lee", lms="12")),
        ("Ann Marie O'Lee-Ray_12", Student("Ann Marie O'Lee-Ray", lms="12")),
        ("Participant_12", Student("Participant 12", lms="12")),
        ("Team A_3", Student("Team A", lms="3")),
        ("Default group", Student("Default group")),
        ("李 安_12", Student("李 安", lms="12")),
    ],
)
@pytest.mark.parametrize("mark", ["_file_/", "_file/", "_file_"])
def test_names(tmp_path: Path, who: str, student: Student, mark: str) -> None:
    """A student or a team, with the number that Moodle joins by, in each form."""
    files = {f"{who}_assignsubmission{mark}minimax.py": b""}
    export = read(made.as_zip(tmp_path / "m.zip", files), MODULES)
    (handed,) = export.handed
    assert (export.kind, handed.name, handed.students) == ("moodle", who, (student,))
    assert names(handed) == ("minimax.py",)


def test_folders_are_kept(tmp_path: Path) -> None:
    """As a student has sent them."""
    files = {"A_1_assignsubmission_file_/src/minimax.py": b""}
    (handed,) = read(made.as_folder(tmp_path, files), MODULES).handed
    assert names(handed) == ("src/minimax.py",)


def test_flat_files_are_joined(tmp_path: Path) -> None:
    """By name and number."""
    files = {
        f"{who}_assignsubmission_file_{name}": b""
        for who in ("A L_1", "A L_2")
        for name in ("minimax.py", "my_file.py")
    }
    export = read(made.as_folder(tmp_path, files), MODULES)
    assert [(handed.name, names(handed)) for handed in export.handed] == [
        ("A L_1", ("minimax.py", "my_file.py")),
        ("A L_2", ("minimax.py", "my_file.py")),
    ]


@pytest.mark.parametrize(
    "typed",
    [
        "_assignsubmission_onlinetext_/onlinetext.html",
        "_assignsubmission_onlinetext_onlinetext.html",
    ],
)
def test_what_was_typed(tmp_path: Path, typed: str) -> None:
    """Beside a file it is left aside; alone it is told."""
    files = {**made.moodle(WORK), f"Ann Lee_7001{typed}": b"", f"Cyd_9{typed}": b""}
    export = read(made.as_folder(tmp_path, files), MODULES)
    assert {handed.name: names(handed) for handed in export.handed} == {
        "Ann Lee_7001": ("minimax.py",),
        "Bob Ray_7002": ("alpha_beta.py", "minimax.py"),
        "Cyd_9": ("onlinetext.html",),
    }
    assert export.notes == ("Cyd_9: has typed a text into Moodle, and sent no file",)


def test_what_else_lies_there(tmp_path: Path) -> None:
    """It is told, and skipped."""
    files = {**made.moodle(WORK), "Grades.csv": b""}
    export = read(made.as_folder(tmp_path, files), MODULES)
    assert (export.kind, len(export.handed)) == ("moodle", 2)
    (note,) = export.notes
    assert note == (
        "Grades.csv: skipped; expected a Moodle export: names as "
        "Full name_ID_assignsubmission_file"
    )
