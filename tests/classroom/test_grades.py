"""grades.csv: what people read, and what no spreadsheet works out."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from autograder.classroom.course import Course, Student, StudentRow
from autograder.classroom.gradebooks import grades
from autograder.classroom.gradebooks.grades import FIGURE
from tests.cases import for_each
from tests.classroom.made_course import ANN, course, row

TABLE = """\
"name","sid","email","group","submission","submitted_at","late","points","max",\
"minimax","alphabeta","minimax convention","minimax diagnosis",\
"alphabeta convention","alphabeta diagnosis","status"
"Ann Lee","00123","ann@uni.example","","submission_11","2026-11-20T10:00:00+00:00","",\
10,10,6,4,"strict","","strict","","graded"
"Bob Stone","1e5","bob@uni.example","","submission_12","2026-11-20T10:00:00+00:00","",\
5.5,10,3,2.5,"strict","min as max","strict","min as max","graded"
"Cat Wu","","cat@uni.example","","","","",,,,,"","","","","no submission"
"Dan Roe","00124","dan@uni.example","","submission_14","","",,10,,,"","","","",\
"fault of the grader"
"Eve Poe","00125","eve@uni.example","","submission_15","2026-11-20T10:00:00+00:00","",\
0,10,0,0,"strict","min as max","strict","min as max","graded"
"""
FORMULAS = tuple("=+-@\uff1d\uff0b\uff0d\uff20")  # as OWASP lists them
BLANKS = "\t\r\n \u00a0\u200b\ufeff"
HOSTILE = st.text(st.sampled_from([*FORMULAS, *BLANKS, *";,|\"'15.ea"]), max_size=8)
READERS: tuple[dict[str, Any], ...] = tuple(
    {"delimiter": separator, **how}
    for separator in ",;\t|"
    for how in ({}, {"skipinitialspace": True}, {"quoting": csv.QUOTE_NONE})
)
ANYTHING = st.text(st.characters(exclude_categories=[]), max_size=40)


def read(made: Course) -> list[dict[str, str]]:
    """The rows as the csv module reads them."""
    return list(csv.DictReader(io.StringIO(grades.grades_csv(made), newline="")))


def test_the_whole_table() -> None:
    """Points that there are not are empty, and never a zero."""
    assert grades.grades_csv(course()) == TABLE


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


@for_each(
    "name, cell",
    [
        ("=1+1", "'=1+1"),
        ("+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"),
        ("-1+2", "'-1+2"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("-Anna", "'-Anna"),
        ("-", "'-"),
        ("\t=1", "'\\t=1"),
        ("\r=1", "'\\r=1"),
        ("\n=1", "\n'=1"),
        ("\r\n\t =1", "\\r\n'\\t =1"),
        ("  =1", "'  =1"),
        ("\u00a0=1", "' =1"),
        ("\ufeff=1", "'\\ufeff=1"),
        ("\u200b=1", "'\\u200b=1"),
        ("\uff1d1+1", "'\uff1d1+1"),
        ("\uff0b1", "'\uff0b1"),
        ("\uff0d1", "'\uff0d1"),
        ("\uff20SUM(A1)", "'\uff20SUM(A1)"),
        ("\ufe661", "'\ufe661"),
        ("x;=1+2;", "x;'=1+2;"),
        ("x; =1+2", "x;' =1+2"),
        ("x;;=1", "x;;'=1"),
        ("x,@SUM(A1)", "x,'@SUM(A1)"),
        ("x|-1", "x|'-1"),
        ('x;"=1"', 'x;"\'=1"'),
        ('"=1', "\"'=1"),
        ("Ann\n=1", "Ann\n'=1"),
        ("a=b", "a=b"),
        ("Smith-Jones; A+B", "Smith-Jones; A+B"),
        ("ann+x@uni.example", "ann+x@uni.example"),
        ("No", "No"),
        ("", ""),
        ("00123", "00123"),
        ("1e5", "1e5"),
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
    """What would be worked out gets an apostrophe, what is unseen is written out."""
    [found] = read(course(StudentRow(Student(name, name, name), name)))
    told = [found[column] for column in ("name", "sid", "email", "status")]
    assert told == [cell] * 4


@pytest.mark.parametrize("id_", ["-5", "+49123", "-1.5e3"])
def test_ids_that_are_numbers_with_a_sign(id_: str) -> None:
    """They stay, so that they can be looked up, but not where a line begins."""
    [found] = read(course(StudentRow(Student(id_, id_, id_), id_)))
    told = [found[column] for column in ("name", "sid", "email", "status")]
    assert told == [f"'{id_}", id_, id_, id_]


def test_texts_are_quoted_and_points_are_not() -> None:
    """So a text is one cell wherever quotes are heeded, whatever separates."""
    made = course(
        StudentRow(Student('a;"b",c\nd', "1"), "graded", points=-0.5, most=10)
    )
    _, table = grades.grades_csv(made).split("\n", 1)
    assert table == '"a;""b"",c\nd","1","","","","","",-0.5,10,,,"","","","","graded"\n'


@given(ANYTHING)
def test_no_cell_acts(name: str) -> None:
    """Whatever a name is: UTF-8, no control but a newline, no formula."""
    text = grades.grades_csv(course(StudentRow(Student(name), "graded")))
    text.encode("utf-8")
    cell = read(course(StudentRow(Student(name), "graded")))[0]["name"]
    assert cell[:1] not in ("=", "@", "\t", "\r")
    assert all(sign == "\n" or sign.isprintable() for sign in cell)


@given(st.lists(HOSTILE, min_size=4, max_size=4), st.sampled_from(READERS))
@example(["x;=1+2;", "", "", ""], {"delimiter": ";"})
@example(['x;"=1', "-5", ";", '"'], {"delimiter": ";"})
@example(["-5", "x\n", "\n-5", ""], {"delimiter": "\t"})
def test_no_cell_acts_whatever_separates(
    texts: list[str], reader: dict[str, Any]
) -> None:
    """Read by semicolons or tabs, without quotes, with blanks left out: no formula.

    A number with its sign is none, whatever quotes are left around it.
    """
    name, sid, email, status = texts
    text = grades.grades_csv(course(StudentRow(Student(name, sid, email), status)))
    for cells in csv.reader(io.StringIO(text, newline=""), **reader):
        for cell in cells:
            seen = cell.lstrip(f'{BLANKS}"')
            number = FIGURE.fullmatch(seen.rstrip('"'))
            assert number or seen[:1] not in FORMULAS, cell


@given(st.text(st.sampled_from("aÄ王1.:/ '\"#(&%"), max_size=20))
def test_an_ordinary_text_stays_as_it_is(name: str) -> None:
    """Quotes, blanks and letters of any script are read as they were written."""
    assert read(course(StudentRow(Student(name), "graded")))[0]["name"] == name
