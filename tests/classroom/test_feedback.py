"""A zip of pages, each under the name by which Canvas or Moodle gives it back."""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace

import pytest

from autograder.classroom import outputs
from autograder.classroom.course import Course, Student
from autograder.errors import AssignmentError
from tests.cases import for_each
from tests.classroom.made_course import ANN, BOB, course, graded, row


def packed_pages(made: Course, kind: str) -> bytes:
    """The zip of the pages that a course has."""
    pages = {row.submission: row.graded.page for row in made.rows if row.graded}
    return outputs.archive_of_pages(made, pages, kind)


def names(made: Course) -> list[str]:
    """The names in the zip, in its order."""
    with zipfile.ZipFile(io.BytesIO(packed_pages(made, made.kind))) as packed:
        assert packed.testzip() is None
        return packed.namelist()


@for_each(
    "original, name",
    [
        ("leeann_11_345_minimax.py", "leeann_11_345_feedback.html"),
        ("leeann_LATE_11_345_minimax-1.py", "leeann_LATE_11_345_feedback.html"),
        ("leeann_11_345_7_8_link.py", "leeann_11_345_feedback.html"),
        ("anon_x1Yz_345_minimax.py", "anon_x1Yz_345_feedback.html"),
        ("LATE_anon_x1Yz_345_minimax.py", "LATE_anon_x1Yz_345_feedback.html"),
        ("anon_LATE_x1Yz_345_minimax.py", "anon_LATE_x1Yz_345_feedback.html"),
        ("submissions/team1_11_345_minimax.py", "team1_11_345_feedback.html"),
        ("lee_ann_11_345_минимакс.py", "lee_ann_11_345_feedback.html"),
    ],
)
def test_names_for_canvas(original: str, name: str) -> None:
    """As far as the two numbers, which stay the first two."""
    assert names(course(row(ANN, 6, 4, original), kind="canvas")) == [name]


@pytest.mark.parametrize(
    "original", ["", "leeann_11_text.html", "minimax.py", "._leeann_11_345_minimax.py"]
)
def test_names_that_canvas_would_not_know(original: str) -> None:
    """No file to hang the page on: left out."""
    assert names(course(row(ANN, 6, 4, original), kind="canvas")) == []


@pytest.mark.parametrize(
    "original, name",
    [
        (
            "Ann Lee_11_assignsubmission_file_/a/minimax.py",
            "Ann Lee_11_assignsubmission_file_/feedback.html",
        ),
        (
            "export/Ann Lee_11_assignsubmission_file/minimax.py",
            "Ann Lee_11_assignsubmission_file_/feedback.html",
        ),
        (
            "Ann Lee_11_assignsubmission_file_my_minimax.py",
            "Ann Lee_11_assignsubmission_file_/feedback.html",
        ),
        (
            "Participant_11_assignsubmission_onlinetext_/onlinetext.html",
            "Participant_11_assignsubmission_onlinetext_/feedback.html",
        ),
        (
            "Jürgen Åæ_11_assignsubmission_file_/m.py",
            "Jürgen Åæ_11_assignsubmission_file_/feedback.html",
        ),
    ],
)
def test_names_for_moodle(original: str, name: str) -> None:
    """A folder a student, whether the export has folders or not."""
    assert names(course(row(ANN, 6, 4, original), kind="moodle")) == [name]


@pytest.mark.parametrize(
    "original", ["", "minimax.py", "Ann_Lee_11_assignsubmission_file_/minimax.py"]
)
def test_names_that_moodle_would_not_know(original: str) -> None:
    """It asks for the number behind the first underscore."""
    assert names(course(row(ANN, 6, 4, original), kind="moodle")) == []


def test_each_member_of_a_team_gets_the_page() -> None:
    """The export has the files once; the number is each one's own."""
    original = "Team 1_11_assignsubmission_file_/minimax.py"
    team = (row(ANN, 6, 4, original), row(BOB, 6, 4, original))
    assert names(course(*team, kind="moodle")) == [
        "Team 1_11_assignsubmission_file_/feedback.html",
        "Team 1_12_assignsubmission_file_/feedback.html",
    ]


def test_a_group_of_canvas_gets_one_page() -> None:
    """Canvas hands it on to the members."""
    group = (row(ANN, 6, 4, "g_11_3_m.py"), row(BOB, 6, 4, "g_11_3_m.py"))
    assert names(course(*group, kind="canvas")) == ["g_11_3_feedback.html"]


def test_the_zip_is_the_same_in_each_run() -> None:
    """Sorted, with fixed dates; the pages as they are, in UTF-8."""
    rows = (row(BOB, 6, 4, "b_12_4_m.py"), row(ANN, 6, 4, "a_11_3_m.py"))
    made = course(*rows, kind="canvas")
    packed = packed_pages(made, "canvas")
    assert packed == packed_pages(course(*rows[::-1], kind="canvas"), "canvas")
    with zipfile.ZipFile(io.BytesIO(packed)) as opened:
        assert [each.date_time[:3] for each in opened.infolist()] == [(1980, 1, 1)] * 2
        assert opened.read("a_11_3_feedback.html") == b"<p>page</p>"


def test_who_has_no_page_is_left_out() -> None:
    """Nothing handed in, a fault of the grader, no page asked for."""
    blank = replace(
        row(Student("Ann"), 6, 4, "a_1_2_m.py"),
        graded=graded({"minimax": 6, "alphabeta": 4}, page=""),
    )
    ungraded = replace(blank, graded=None)
    assert names(course(blank, ungraded, kind="canvas")) == []


@pytest.mark.parametrize(
    "kind, asked, message",
    [
        (
            "gradescope",
            "gradescope",
            "--feedback gradescope: no LMS takes it back; try ca",
        ),
        (
            "folder",
            "folder",
            "--feedback folder: no LMS takes it back; try canvas or moo",
        ),
        (
            "gradescope",
            "canvas",
            "the submissions are no export of Canvas (gradescope),",
        ),
        (
            "canvas",
            "moodle",
            "the submissions are no export of Moodle (canvas), and onl",
        ),
    ],
)
def test_kinds_that_have_no_such_names(kind: str, asked: str, message: str) -> None:
    """One sentence, with what there is."""
    with pytest.raises(AssignmentError) as caught:
        packed_pages(course(kind=kind), asked)
    assert message in str(caught.value)
