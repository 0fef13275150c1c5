"""Moodle's grading worksheet, in English and German: the grades are filled in."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.classroom.course import Course, Student, StudentRow
from autograder.classroom.gradebooks import filling
from autograder.classroom.gradebooks.filling import (
    GRADE,
    IDENTIFIER,
    FilledGradebook,
)
from autograder.errors import AssignmentError
from tests.classroom.made_course import ANN, BOB, EVE, course, row

HEAD = (
    "Identifier,Full name,Email address,Status,Grade,Maximum Grade,"
    "Grade can be changed,Last modified (grade),Feedback comments\n"
)
ENGLISH = (
    HEAD
    + 'Participant 11,"Lee, Ann",a@b,Submitted,,10.00,Yes,-,\n'
    + 'Participant 12,Bob,b@b,Submitted,4.00,10.00,Yes,-,"said\nthis"\n'
    + "Participant 13,Cat,c@b,No submission,2.00,10.00,Yes,-,\n"
)
GERMAN = (
    "\ufeffID;Vollständiger Name;Status;Bewertung;Bestwertung;Bewertung kann geändert "
    "werden;Zuletzt geändert (Bewertung)\r\n"
    "Teilnehmer/in11;Ann Lee;;;10,00;Ja;-\r\n"
    "Teilnehmer/in12;Bob Stone;;4,00;10,00;Ja;-\r\n"
    "Teilnehmer/in15;Eve Poe;;;10,00;Nein;-\r\n"
)
NAMED = ("ID", "Bewertung")
CAT = StudentRow(Student("Cat"), "no submission")
CLASS = course(row(ANN, 6, 4), row(BOB, 3, 2.5), course().rows[2], kind="moodle")


def fill(
    tmp_path: Path, text: str, made: Course = CLASS, names: tuple[str, ...] = ()
) -> FilledGradebook:
    """A worksheet with this text, filled in."""
    path = tmp_path / "sheet.csv"
    path.write_bytes(text.encode())
    columns = (*names, *(IDENTIFIER, GRADE)[len(names) :])
    found = filling.moodle_filled(path, columns, made)
    told = (each.replace(str(path), "sheet.csv") for each in found.unmatched)
    return FilledGradebook(found.content, tuple(told))


def test_only_the_grades_change(tmp_path: Path) -> None:
    """Ann and Bob get theirs, Cat, who has none here, keeps hers."""
    expected = ENGLISH.replace("Submitted,,", "Submitted,10,").replace("4.00", "5.5")
    assert fill(tmp_path, ENGLISH) == FilledGradebook(expected.encode(), ())


def test_a_german_worksheet_is_filled_in_german(tmp_path: Path) -> None:
    """With the names of its columns; what is locked there stays, and is told."""
    made = course(row(ANN, 6, 4), row(BOB, 3, 2.5), row(EVE, 1, 0), kind="moodle")
    found = fill(tmp_path, GERMAN, made, NAMED)
    expected = GERMAN.replace("Ann Lee;;;", "Ann Lee;;10;").replace("4,00", "5,5")
    assert found.content == expected.encode()
    told = (
        "sheet.csv:4: the grade of Eve Poe (00125), 1, was not entered: Moodle has it "
        "locked (Bewertung kann geändert werden: Nein)."
    )
    assert found.unmatched == (told,)


def test_a_german_worksheet_without_the_options(tmp_path: Path) -> None:
    """The sentence tells the option and the columns."""
    with pytest.raises(AssignmentError) as caught:
        fill(tmp_path, GERMAN)
    assert str(caught.value).endswith(
        "sheet.csv: has no column Identifier; name the one of your site by "
        "--identifier-column; it has ID, Vollständiger Name, Status, Bewertung, "
        "Bestwertung, Bewertung kann geändert werden, Zuletzt geändert (Bewertung)"
    )
    with pytest.raises(
        AssignmentError, match=r"has no column Grade; .* --grade-column; "
    ):
        fill(tmp_path, GERMAN, names=("ID",))


def test_a_comma_within_commas_is_quoted(tmp_path: Path) -> None:
    """German decimals in a worksheet with commas."""
    text = 'Identifier,Grade,Maximum Grade\nParticipant 12,,"10,00"\n'
    found = fill(tmp_path, text, course(row(BOB, 3, 2.5), kind="moodle"))
    assert found.content == text.replace("12,,", '12,"5,5",').encode()


def test_what_moodle_would_drop_is_told(tmp_path: Path) -> None:
    """It skips a grade above the maximum without a word."""
    text = "Identifier,Grade,Maximum Grade\nParticipant 11,3.00,5.00\n"
    found = fill(tmp_path, text, course(row(ANN, 6, 4), kind="moodle"))
    told = (
        "sheet.csv:2: the grade of Ann Lee (00123), 10, was not entered: Moodle takes "
        "no more than 5.00 points."
    )
    assert found == FilledGradebook(text.encode(), (told,))


@pytest.mark.parametrize(
    "identifier", ["Participant 011", "Participant", "11 Ann", "1 1", "Ann Lee"]
)
def test_what_is_not_joined(tmp_path: Path, identifier: str) -> None:
    """Another number, no number, a number elsewhere, a name."""
    text = f"Identifier,Full name,Grade\n{identifier},Ann Lee,\n"
    assert fill(
        tmp_path, text, course(row(ANN, 6, 4), kind="moodle")
    ) == FilledGradebook(
        text.encode(),
        (
            "Ann Lee (00123) has a grade and no row in sheet.csv.",
            f"sheet.csv:2: {identifier} is no student here.",
        ),
    )


@pytest.mark.parametrize(
    "made",
    [course(kind="canvas"), course(row(Student("Ann", "11"), 6, 4)), course(CAT)],
    ids=["Canvas's", "none", "none graded"],
)
def test_courses_without_the_numbers_of_moodle(tmp_path: Path, made: Course) -> None:
    """Canvas's may be equal by chance; a sid is none, and would fill in nothing."""
    with pytest.raises(AssignmentError, match=r"\); grade an export of Moodle$"):
        fill(tmp_path, ENGLISH, made)
