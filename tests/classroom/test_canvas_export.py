"""Canvas names each file after who has sent it; what these names tell."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.classroom.course import Handed, Student
from autograder.classroom.exports.reading import read
from tests.classroom import made_exports as made
from tests.classroom.made_exports import ANN, WORK
from tests.classroom.test_exports import names, sent


def handed_in(folder: Path, *files: str) -> tuple[Handed, ...]:
    """The submissions of files with these names, each of which has its own content."""
    content = {name: name.encode() for name in files}
    return read(made.as_folder(folder, content), ("minimax",), "canvas").handed


@pytest.mark.parametrize(
    "file, name, student, path",
    [
        ("leeann_12_34_a.py", "leeann_12", Student("leeann", lms="12"), "a.py"),
        (
            "lee_ann_LATE_12_34_a_1_2.py",
            "lee_ann_12",
            Student("lee_ann", lms="12"),
            "a_1_2.py",
        ),
        ("léann_late_12_34_a.py", "léann_12", Student("léann", lms="12"), "a.py"),
        ("_12_34_a.py", "_12", Student("_12", lms="12"), "a.py"),
        ("anon_Ab1_34_a.py", "anon_Ab1", Student("anon_Ab1"), "a.py"),
        ("LATE_anon_Ab1_34_a.py", "anon_Ab1", Student("anon_Ab1"), "a.py"),
        ("anon_LATE_Ab1_34_a.py", "anon_Ab1", Student("anon_Ab1"), "a.py"),
        ("team7_12_34_a.py", "team7_12", Student("team7", lms="12"), "a.py"),
    ],
)
def test_names(
    tmp_path: Path, file: str, name: str, student: Student, path: str
) -> None:
    """Who, which id, whether it was late, and the file's own name."""
    (handed,) = handed_in(tmp_path, file)
    assert (handed.name, handed.students) == (name, (student,))
    assert (names(handed), handed.original) == ((path,), file)
    assert handed.late == ("_late_" in f"_{file.lower()}")


def test_files_are_joined_by_the_user(tmp_path: Path) -> None:
    """Whatever the names of two students are."""
    files = ("leeann_1_10_minimax.py", "leeann_2_11_minimax.py", "leeann_1_12_b.py")
    first, second = handed_in(tmp_path, *files)
    assert (names(first), names(second)) == (("b.py", "minimax.py"), ("minimax.py",))


@pytest.mark.parametrize("mark", ["-1", "-12", "-01234567-89ab-cdef-0123-456789abcdef"])
def test_what_was_uploaded_again(tmp_path: Path, mark: str) -> None:
    """It has its own name back; beside the first the later file counts."""
    again = f"leeann_1_11_minimax{mark}.py"
    (handed,) = handed_in(tmp_path / "alone", again)
    assert names(handed) == ("minimax.py",)
    files = {again: b"new", "leeann_1_9_minimax.py": b"old"}
    export = read(made.as_folder(tmp_path / "both", files), ("minimax",))
    assert sent(export.handed[0]) == {"minimax.py": b"new"}
    assert export.notes[0].startswith(
        "leeann_1_9_minimax.py: a later file replaces it, leeann_1_11_minimax-"
    )


def test_numbers_of_other_files(tmp_path: Path) -> None:
    """A mark is taken from modules and zips alone."""
    (handed,) = handed_in(tmp_path, "leeann_1_2_report-1.pdf", "leeann_1_3_x-1.py")
    assert names(handed) == ("report-1.pdf", "x.py")


@pytest.mark.parametrize(
    "online, what", [("text", "a text typed into Canvas"), ("link", "an address")]
)
def test_what_is_no_file(tmp_path: Path, online: str, what: str) -> None:
    """It is a submission without a module, and told."""
    files = {f"leeann_LATE_1_{online}.html": b"", **made.canvas(WORK)}
    export = read(made.as_folder(tmp_path, files), ("minimax",))
    assert export.notes == (f"leeann_1: has handed in {what}, and no file",)
    (first,) = (handed for handed in export.handed if handed.name == "leeann_1")
    assert (names(first), first.late) == ((f"{online}.html",), True)


def test_late_ones(tmp_path: Path) -> None:
    """The mark of the export."""
    path = made.as_zip(tmp_path / "canvas.zip", made.canvas(WORK, late=(ANN,)))
    assert [handed.late for handed in read(path, ("minimax",)).handed] == [True, False]


def test_what_else_lies_there(tmp_path: Path) -> None:
    """It is told, and skipped."""
    files = {**made.canvas(WORK), "grades.csv": b""}
    export = read(made.as_folder(tmp_path, files), ("minimax",))
    assert (export.kind, len(export.handed)) == ("canvas", 2)
    (note,) = export.notes
    assert note == (
        "grades.csv: skipped; expected a Canvas export: files named "
        "name_userid_fileid_file"
    )
