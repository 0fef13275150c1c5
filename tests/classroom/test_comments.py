"""What people say, and the points that they give: joined by id, kept apart by part."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from pathlib import Path

import pytest

from autograder.classroom import settling
from autograder.classroom.course import Comment, Course
from autograder.classroom.gradebooks import grades
from autograder.classroom.page import statistics
from autograder.errors import AssignmentError
from tests.classroom.made_course import ANN, BOB, course, row

HEAD = "sid,question,tree,text,points,max\n"


def applied(table: str, given: Course | None = None) -> tuple[Course, tuple[str, ...]]:
    """A course with the comments in a table below its header."""
    found = settling.comments_in(f"{HEAD}{table}".encode(), Path("comments.csv"))
    return settling.with_comments(given or course(), found)


def refused(table: str) -> list[str]:
    """What is said of a table that cannot be used, a line each."""
    with pytest.raises(AssignmentError) as caught:
        applied(table)
    return str(caught.value).splitlines()


def test_a_text_alone_changes_no_points() -> None:
    """It stands in the row of its student, and in a column of the table."""
    found, notes = applied("00123,minimax,small,Well done,,\n")
    assert notes == ()
    assert found.rows[0].comments == (Comment("Well done", "minimax", "small"),)
    assert found.rows[0].points == 10
    table = [*csv.DictReader(io.StringIO(grades.grades_csv(found)))]
    assert [each["comments"] for each in table[:2]] == ["minimax: Well done", ""]
    assert "comments" not in grades.grades_csv(course())


def test_an_item_of_a_rubric_changes_its_question() -> None:
    """Several add up, and nobody has less than nothing."""
    found, _ = applied(
        "1e5,minimax,,Late idea,-1,\n1e5,minimax,,Names,0.5,\n00123,minimax,,,-9,\n"
    )
    ann, bob = found.rows[:2]
    assert (bob.by_question["minimax"], bob.points) == (2.5, 5.0)
    assert bob.remarks[-2:] == ("by hand, minimax: 3 → 2", "by hand, minimax: 2 → 2.5")
    assert (ann.by_question["minimax"], ann.points) == (0.0, 4.0)


def test_a_part_by_hand_has_its_own_maximum() -> None:
    """Who has nothing for it yet has an empty cell, and that is told."""
    found, _ = applied("00123,essay,,Good,8,10\nCat,essay,,,1,\n13,essay,,,2,\n")
    assert found.questions["essay"] == 10
    assert found.by_hand == ("essay",)
    ann, bob, cat, *_ = found.rows
    assert (ann.points, ann.most, ann.by_question["essay"]) == (18, 20, 8)
    assert (bob.points, bob.most, bob.by_question["essay"]) == (5.5, 20, None)
    assert bob.remarks[-1] == "essay: not graded yet"
    assert (cat.points, cat.most) == (2, 20), "who handed nothing in, by the LMS's id"
    header = grades.grades_csv(found).splitlines()[0]
    assert '"essay"' in header
    assert "essay diagnosis" not in header


def test_who_is_nobody_is_told_with_the_line() -> None:
    """The others get what is theirs."""
    _, notes = applied("9,minimax,,Hm,,\n")
    assert notes == (
        "comment in line 2, for 9: not applied, since nobody has that sid.",
    )


@pytest.mark.parametrize("sid", ["123", "Ann Lee", "ann@uni.example"])
def test_whose_id_is_not_quite_one_is_told_it(sid: str) -> None:
    """A spreadsheet takes zeros off, and a name or an address is no sid."""
    _, (note,) = applied(f"{sid},minimax,,Hm,,\n")
    assert note.endswith("since nobody has that sid; Ann Lee has 00123.")


def test_more_than_there_is_to_earn_is_given_and_told() -> None:
    """Of a question, and of a part by hand."""
    found, notes = applied("00123,minimax,,Extra,1,\n00123,essay,,,11,10\n")
    assert found.rows[0].points == 22
    assert notes == (
        "by hand, minimax: more than its maximum of 6: Ann Lee (7).",
        "by hand, essay: more than its maximum of 10: Ann Lee (11).",
    )


@pytest.mark.parametrize(
    "table, message",
    [
        (",minimax,,Hm,,\n", "2:1: no sid; give the student's"),
        ("1e5,minimax,,,,\n", "2:14: neither text nor points"),
        ("1e5,,,,3,\n", "2:5: points and trees need the name of a question"),
        ("1e5,minimax,,,three,\n", "2:15: points: expected a number, found three"),
        ("1e5,essay,,,3,0\n", "2:15: max: expected a number above 0"),
        ("1e5,essay,,,3,many\n", "2:15: max: expected a number, found many"),
        ("1e5,status,,,3,9\n", "2:5: is a column of grades.csv; give the part anoth"),
        ("1,essay,,,3,9\n" * 2, "3:1: 1, essay, 3, 9 stands in line 2 already"),
        ("1e5,minimx,,Hm,,\n", "there is no question minimx; the maximum of a part by"),
        ("1e5,minimax,,,3,9\n", "minimax is a question of the assignment, which has"),
        ("1e5,essay,,,3,9\n1,essay,,,3,8\n", "3:13: essay has the maximum 9 in line 2"),
        ("1e5,minimax,smal,Hm,,\n", "there is no tree or row smal; did you mean small"),
    ],
)
def test_what_is_wrong_is_told_where_it_stands(table: str, message: str) -> None:
    """All of it at once."""
    assert any(message in line for line in refused(table))


def test_a_page_has_what_is_said_and_nothing_acts() -> None:
    """A test that its student may not see is not named."""
    told = (
        Comment("<b>Well</b>", "minimax", "small", 2.5),
        Comment("So-so", "minimax", "hidden/secret"),
    )
    page = statistics.with_comments("<main>tests</main>", told, {("minimax", "small")})
    assert "&lt;b&gt;Well&lt;/b&gt;" in page
    assert "minimax, small" in page
    assert "(2.5 points)" in page
    assert "secret" not in page
    assert page.endswith("<main>tests</main>")
    assert statistics.with_comments("<main>", (), ()) == "<main>"


def test_what_one_of_a_group_is_told_others_do_not_read() -> None:
    """On the page of all stands what all of them are told."""
    both = course(row(ANN, 6, 4), row(BOB, 3, 2))
    rows = tuple(replace(each, submission="ours") for each in both.rows)
    found, _ = applied(
        "00123,minimax,,For Ann,,\n00123,,,For both,,\n1e5,,,For both,,\n",
        replace(both, rows=rows),
    )
    assert statistics.comments_by_submission(found) == {"ours": (Comment("For both"),)}
