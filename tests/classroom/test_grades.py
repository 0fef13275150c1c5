"""grades.csv: what people read, and what no spreadsheet works out."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.classroom.course import Course, Row, Student
from autograder.classroom.gradebooks import grades
from tests.classroom.made_course import ANN, course, row

TABLE = """\
name,sid,email,group,submission,submitted_at,late,points,max,minimax,alphabeta,\
minimax convention,minimax diagnosis,alphabeta convention,alphabeta diagnosis,status
Ann Lee,00123,ann@uni.example,,submission_11,2026-11-20T10:00:00+00:00,,10,10,6,4,\
strict,,strict,,graded
Bob Stone,1e5,bob@uni.example,,submission_12,2026-11-20T10:00:00+00:00,,5.5,10,3,2.5,\
strict,min as max,strict,min as max,graded
Cat Wu,,cat@uni.example,,,,,,,,,,,,,no submission
Dan Roe,00124,dan@uni.example,,submission_14,,,,10,,,,,,,fault of the grader
Eve Poe,00125,eve@uni.example,,submission_15,2026-11-20T10:00:00+00:00,,0,10,0,0,\
strict,min as max,strict,min as max,graded
"""
ANYTHING = st.text(st.characters(exclude_categories=[]), max_size=40)


def read(made: Course) -> list[dict[str, str]]:
    """The rows as the csv module reads them."""
    return list(csv.DictReader(io.StringIO(grades.text(made), newline="")))


def test_the_whole_table() -> None:
    """Points that there are not are empty, and never a zero."""
    assert grades.text(course()) == TABLE


def test_late_group_and_remarks() -> None:
    """Remarks stand behind the first word of the status."""
    late = replace(
        row(ANN, 6, 4), late=True, group="Team 1", remarks=("override of x", "late add")
    )
    [found] = read(course(late))
    assert (found["late"], found["group"]) == ("yes", "Team 1")
    assert found["status"] == "graded; override of x; late add"


def test_points_are_not_rounded() -> None:
    """A third of a point is told to six decimals."""
    [found] = read(course(row(ANN, 1 / 3, 0.125)))
    assert [found["minimax"], found["alphabeta"]] == ["0.333333", "0.125"]


@pytest.mark.parametrize(
    "name, cell",
    [
        ("=1+1", "'=1+1"),
        ("+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"),
        ("-1+2", "'-1+2"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "'\\t=1"),
        ("\r=1", "'\\r=1"),
        ("a=b", "a=b"),
        ("No", "No"),
        ("", ""),
        ("-", "'-"),
        ("00123", "00123"),
        ("1e5", "1e5"),
        ("-5", "-5"),
        ("+49123", "+49123"),
        ('Ann "A" Lee, Jr.', 'Ann "A" Lee, Jr.'),
        ("Ann\nLee", "Ann\nLee"),
        ("Ann\u202eeeL", "Ann\\u202eeeL"),
        ("Ann\u200fLee", "Ann\\u200fLee"),
        ("n" * 300, "n" * 300),
        ("\u202e" * 300, "\\u202e" * 300),
        ("Müller–Ägir 王", "Müller–Ägir 王"),
    ],
)
def test_names_and_ids(name: str, cell: str) -> None:
    """Formulas get an apostrophe, numbers stay, what is unseen is written out."""
    [found] = read(course(Row(Student(name, name, name), name)))
    told = [found[column] for column in ("name", "sid", "email", "status")]
    assert told == [cell] * 4


@given(ANYTHING)
def test_no_cell_acts(name: str) -> None:
    """Whatever a name is: UTF-8, no control but a newline, no formula."""
    text = grades.text(course(Row(Student(name), "graded")))
    text.encode("utf-8")
    cell = read(course(Row(Student(name), "graded")))[0]["name"]
    assert cell[:1] not in ("=", "@", "\t", "\r")
    assert all(sign == "\n" or sign.isprintable() for sign in cell)
