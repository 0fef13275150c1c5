"""The rows of a CSV: all are counted, and those that are not used are named."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from autograder.classroom import outputs, students
from autograder.classroom.course import NO_SUBMISSION, Course
from autograder.classroom.gradebooks import cells
from autograder.classroom.gradebooks.cells import RowCount, UnusedRow
from autograder.classroom.outputs import LmsFile, WantedOutputs
from tests.cases import for_each
from tests.classroom.made_course import ANN, BOB, CAT, course, row

NOT, NOBODY = "not matched", "of no student"
CANVAS = (
    "Student,ID,SIS User ID,SIS Login ID,Section,Search (8)\n"
    ",,,,,Manual Posting\n"
    "    Points Possible,,,,,10.00\n"
    '"Lee, Ann",11,00123,ann,A,\n'
    '"Roe, Dan",14,00124,dan,A,\n'
    '"Stone, Bob",12,1e5,bob,A,EX\n'
    ",,,,B,7\n"
    '"Student, Test",99,,3f2a,A,\n'
)
SORTED = (  # by a spreadsheet, so that the points stand below
    "Student,ID,SIS User ID,SIS Login ID,Section,Search (8)\n"
    '"Lee, Ann",11,00123,ann,A,\n'
    "    Points Possible,,,,,10.00\n"
)
CLASS = course(row(ANN, 6, 4), row(BOB, 3, 2.5), course().rows[2], kind="canvas")


@for_each(
    "read, unused, said",
    [
        (31, [], "31 rows read, all used"),
        (1, [], "1 row read, all used"),
        (0, [], "0 rows read, none used"),
        (
            31,
            [(7, "ann x", NOT)],
            '31 rows read, 30 used, 1 not matched (line 7, "ann x")',
        ),
        (
            9,
            [(2, "a", NOT), (3, "b", NOBODY), (4, "c", NOT)],
            (
                '9 rows read, 6 used, 2 not matched (line 2, "a"; line 4, "c"), '
                '1 of no student (line 3, "b")'
            ),
        ),
        (
            20,
            [(line, f"s{line}", NOT) for line in range(2, 17)],
            (
                '20 rows read, 5 used, 15 not matched (line 2, "s2"; line 3, "s3"; '
                'line 4, "s4" and 12 more)'
            ),
        ),
    ],
)
def test_one_sentence(read: int, unused: list[tuple[int, str, str]], said: str) -> None:
    """It is short where all are used; of many rows three are named."""
    count = RowCount(Path("a.csv"), read, tuple(UnusedRow(*each) for each in unused))
    assert count.row_count_sentence() == f"a.csv: {said}"


@for_each(
    "text, read, unused",
    [
        ("name,sid\nAnn,1\n,\nBob,2\n", 2, []),
        ("section,name,sid\nA,Ann,1\nB,,\n", 2, [(3, "B", NOBODY)]),
        (CANVAS, 4, [(7, "B", NOBODY)]),
        (SORTED, 1, []),
    ],
)
def test_a_roster(
    text: str, read: int, unused: list[tuple[int, str, str]], tmp_path: Path
) -> None:
    """What Canvas writes above the students is no row of one, nor is its test student.

    A row that names nobody is told.
    """
    path = tmp_path / "roster.csv"
    found = students.roster_rows_read(path, text.encode())
    assert found == RowCount(path, read, tuple(UnusedRow(*each) for each in unused))
    assert len(students.load_roster(path, text.encode())) == read - len(unused)


@for_each(
    "text, read, unused",
    [
        ("sid,text\n00123,a\n1e5,b\n", 2, []),
        ("text,sid\na,123\n,\nb,1e5\n", 2, [(2, "123")]),
        ("sid,question,points,submission\nold,,,old\nnone,,,old\n", 2, [(3, "none")]),
        ("sid,question,points,submission\nold,total,1,\n", 1, [(2, "old")]),
    ],
)
def test_rows_for_students(
    text: str, read: int, unused: list[tuple[int, str]], tmp_path: Path
) -> None:
    """Those whose sid nobody has; which submission counts may name an earlier one."""
    path = tmp_path / "rows.csv"
    found = cells.rows_read(text.encode(), path, CLASS.rows, {"old"})
    assert found.read == read
    assert [(each.line, each.key) for each in found.unused] == unused


@pytest.fixture
def gradebook(tmp_path: Path) -> WantedOutputs:
    """Canvas's, to be filled in."""
    path = tmp_path / "gradebook.csv"
    return WantedOutputs(canvas=LmsFile(path, ("Search (8)",), CANVAS.encode()))


def test_a_gradebook(gradebook: WantedOutputs) -> None:
    """The rows of students who are not here, and of nobody."""
    (found,) = (found.rows for _, found in outputs.filled(CLASS, gradebook))
    expected = (UnusedRow(5, "Roe, Dan", NOT), UnusedRow(7, "B", NOBODY))
    assert (found.read, found.unused) == (4, expected)


def test_who_is_not_in_a_gradebook(tmp_path: Path) -> None:
    """With the reason: no grade, no row, or the LMS takes none."""
    path = tmp_path / "gradebook.csv"
    text = CANVAS.replace('"Lee, Ann",11,00123,ann', '"X",1,1,x')
    wished = WantedOutputs(canvas=LmsFile(path, ("8",), text.encode()))
    cat = replace(course().rows[2], student=CAT, status=NO_SUBMISSION, points=None)
    made: Course = replace(CLASS, rows=(*CLASS.rows[:2], cat))
    ((_, found),) = outputs.filled(made, wished)
    assert found.lacking == {
        "no row there": ("Ann Lee (00123)",),
        "the student is excused (EX)": ("Bob Stone (1e5)",),
        "no submission": ("Cat Wu (cat@uni.example)",),
    }
