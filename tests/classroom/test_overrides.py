"""Points set by hand: read with all that is wrong in them, applied after all else."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from autograder.classroom import settling
from autograder.classroom.course import Course, Override, Student, StudentRow
from autograder.errors import AssignmentError
from tests.classroom.made_course import ANN, course, row


def load(tmp_path: Path, text: str) -> tuple[Override, ...]:
    """The overrides in a file with this text."""
    path = tmp_path / "overrides.csv"
    path.write_text(text, encoding="utf-8")
    return settling.overrides_in(path)


def test_overrides_are_read(tmp_path: Path) -> None:
    """Ids as text, blank lines skipped, a reason or none."""
    rows = "00123,minimax,5,late-added test\n,,,\n1e5,total,0,\n"
    assert load(tmp_path, f"sid,question,points,reason\n{rows}") == (
        Override("00123", "minimax", 5.0, "late-added test"),
        Override("1e5", "total", 0.0, ""),
    )


def test_a_file_of_a_german_spreadsheet(tmp_path: Path) -> None:
    """Semicolons, a decimal comma, columns in another order, and none for reasons."""
    text = "\ufeffpoints;sid;question\n2,5;00123;minimax\n"
    assert load(tmp_path, text) == (Override("00123", "minimax", 2.5, ""),)


def test_all_that_is_wrong_is_told_at_once(tmp_path: Path) -> None:
    """With file, line and column, in the order of the file."""
    text = (
        "sid,question,points,reason\n"
        "7,minimax,five,\n"
        "7,total,nan,\n"
        "8,total,-1,\n"
        ",total,inf,\n"
        "9,,,\n"
        "9,a,1,x,y\n"
        "10,total,1,\n"
        "10,total,2,\n"
    )
    with pytest.raises(AssignmentError) as caught:
        load(tmp_path, text)
    found = str(caught.value).replace(f"{tmp_path}/", "").splitlines()
    assert found == [
        "overrides.csv:2:11: points: expected a number, found five",
        "overrides.csv:3:9: points: expected a number, found nan",
        "overrides.csv:4:9: points: -1 is below 0",
        "overrides.csv:5:1: no sid; give the student's, or the name of the submission",
        "overrides.csv:5:8: points: expected a number, found inf",
        "overrides.csv:6:3: no question; give its name, or total",
        "overrides.csv:6:4: points: expected a number, found nothing",
        "overrides.csv:7:1: more cells than columns",
        "overrides.csv:9:1: total of 10 is set in line 8 already",
    ]


@pytest.mark.parametrize(
    "head, message",
    [
        (
            "sid,question,grade",
            "1: columns unknown: grade; expected sid, question, poi",
        ),
        (
            "sid,sid,question,points",
            "1: columns twice: sid; expected sid, question, po",
        ),
        (
            "sid,reason",
            "1: columns missing: question, points; expected sid, question, ",
        ),
    ],
)
def test_columns_that_are_wrong(tmp_path: Path, head: str, message: str) -> None:
    """One sentence, with those that are expected."""
    with pytest.raises(AssignmentError, match=f"overrides.csv:{message}"):
        load(tmp_path, f"{head}\n1,2,3,4\n")


def test_a_row_that_is_too_short(tmp_path: Path) -> None:
    """What it lacks is told at its beginning."""
    with pytest.raises(
        AssignmentError, match=r"csv:2:1: points: expected a number, fo"
    ):
        load(tmp_path, "sid,question,points\n7,total\n")


def apply(made: Course, *given: Override) -> tuple[StudentRow, tuple[str, ...]]:
    """The first row after these overrides, and the notes."""
    found, notes = settling.with_overrides(made, given)
    return found.rows[0], notes


def test_a_question_is_replaced_and_the_total_follows() -> None:
    """The remark tells what was, what is, and why."""
    found, notes = apply(
        course(row(ANN, 3, 4)), Override("00123", "minimax", 5, "late-added test")
    )
    assert found.by_question == {"minimax": 5, "alphabeta": 4}
    assert found.points == 9
    assert found.remarks == ("override of minimax: 3 → 5 (late-added test)",)
    assert notes == ()


def test_a_total_is_replaced_alone() -> None:
    """Also where it stands before a question in the file."""
    found, _ = apply(
        course(row(ANN, 3, 4)),
        Override("00123", "total", 1.5, ""),
        Override("00123", "minimax", 6, ""),
    )
    assert (found.points, found.by_question["minimax"]) == (1.5, 6)
    assert found.remarks == (
        "override of minimax: 3 → 6",
        "override of total: 10 → 1.5",
    )


def test_points_beyond_the_questions_stay() -> None:
    """An instructor's own tests count in the total and in no question."""
    made = course(replace(row(ANN, 3, 4), points=8.0))
    assert apply(made, Override("00123", "minimax", 4, ""))[0].points == 9


def test_who_handed_nothing_in_may_get_points() -> None:
    """The maximum is then known, too; the status stays what it is."""
    made = course(StudentRow(ANN, "no submission"))
    found, _ = apply(made, Override("00123", "minimax", 2, "on paper"))
    assert (found.points, found.most) == (2, 10)
    assert found.by_question == {"minimax": 2}
    assert (found.status, found.remarks) == (
        "no submission",
        ("override of minimax: none → 2 (on paper)",),
    )


NOBODY = "override of total for {}: not applied, since nobody has that sid{}."


@pytest.mark.parametrize(
    "student, sid, fits",
    [
        (Student("Ann", "7"), "7", True),
        (Student("Ann", "7"), "07", False),
        (Student("Ann", "7", lms="11"), "11", False),
        (Student("Ann", lms="11"), "11", True),
        (Student("Ann", lms="11"), "submission_11", True),
        (Student("Ann", "7", lms="11"), "submission_11", False),
        (Student("7"), "7", False),
    ],
)
def test_whom_a_sid_means(student: Student, sid: str, *, fits: bool) -> None:
    """By the sid; by submission or the LMS's id only where there is none.

    Who has a sid is then told it.
    """
    found, notes = apply(course(row(student, 3, 4)), Override(sid, "total", 1, ""))
    assert found.points == (1 if fits else 7)
    hint = "; Ann has 7" if student.sid else ""
    assert notes == (() if fits else (NOBODY.format(sid, hint),))


def test_the_name_of_a_submission_means_its_whole_group() -> None:
    """Members without sids have nothing else to be told by."""
    two = [
        replace(row(Student(name), 3, 4), submission="team_1")
        for name in ("Ann", "Bob")
    ]
    found, notes = settling.with_overrides(
        course(*two), [Override("team_1", "total", 1, "")]
    )
    assert [each.points for each in found.rows] == [1, 1]
    assert notes == ()


def test_a_sid_of_two_students_changes_neither() -> None:
    """Which of them is meant, nobody knows."""
    two = course(row(Student("Ann", "7"), 3, 4), row(Student("Bob", "7"), 3, 4))
    found, notes = settling.with_overrides(two, [Override("7", "total", 1, "")])
    assert found == two
    assert notes == (
        "override of total for 7: not applied, since 2 students have that sid.",
    )


def test_more_than_the_maximum_is_given_and_told() -> None:
    """It may be extra credit, or a slip."""
    found, notes = apply(
        course(row(ANN, 3, 4)),
        Override("00123", "minimax", 7, ""),
        Override("00123", "total", 10.5, ""),
    )
    assert found.points == 10.5
    assert notes == (
        "override of minimax for 00123: 7 of 6 points.",
        "override of total for 00123: 10.5 of 10 points.",
    )


def test_a_question_that_is_not_there() -> None:
    """An error, with the nearest name, before anything is applied; all at once."""
    wrong = (Override("7", "minmax", 1, ""), Override("8", "essay", 1, ""))
    with pytest.raises(AssignmentError) as caught:
        apply(course(), *wrong)
    assert str(caught.value) == (
        "override of minmax for 7: there is no such question; did you mean minimax?\n"
        "override of essay for 8: there is no such question; try minimax"
    )
