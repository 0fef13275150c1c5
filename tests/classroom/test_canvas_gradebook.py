"""Canvas's gradebook: the scores of one assignment are filled in, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from autograder.classroom.course import Course, Student
from autograder.classroom.gradebooks import filling
from autograder.classroom.gradebooks.filling import FilledGradebook
from autograder.errors import AssignmentError
from tests.classroom.made_course import ANN, BOB, CAT, EVE, course, row

HEAD = (
    "Student,ID,SIS User ID,SIS Login ID,Section,Essay (7),Search (8),Final Score\r\n"
)
ABOVE = (
    HEAD
    + ",,,,,,Manual Posting,\r\n"
    + "    Points Possible,,,,,10.00,10.00,(read only)\r\n"
)
EXPORTED = (
    ABOVE
    + '"Lee, Ann",11,00123,ann,"A and ""B""",9.00,,9.00\r\n'
    + '"Stone, Bob",12,1e5,bob,A,,4.00,3.33\r\n'
    + '"Wu, Cat",13,,cat,A,,2.00,1.00\r\n'
    + '"Student, Test",99,,3f2a,A,,,'
)
CLASS = course(row(ANN, 6, 4), row(BOB, 3, 2.5), course().rows[2], kind="canvas")


def fill(
    tmp_path: Path, text: str, made: Course = CLASS, column: str = "Search (8)"
) -> FilledGradebook:
    """A gradebook with this text, filled in."""
    path = tmp_path / "gradebook.csv"
    path.write_bytes(text.encode())
    found = filling.canvas_filled(path, column, made)
    told = (each.replace(str(path), "gradebook.csv") for each in found.unmatched)
    return FilledGradebook(found.content, tuple(told), found.notes)


def test_only_the_scores_change(tmp_path: Path) -> None:
    """Ann and Bob get theirs, Cat without a grade keeps hers, the test student none."""
    expected = EXPORTED.replace(",9.00,,9.00", ",9.00,10,9.00").replace(
        ",4.00,", ",5.5,"
    )
    assert fill(tmp_path, EXPORTED) == FilledGradebook(expected.encode(), ())


def test_a_score_that_is_right_stays_as_it_is_written(tmp_path: Path) -> None:
    """5.50 is not written anew as 5.5."""
    text = ABOVE + '"Stone, Bob",12,,,A,,5.50,\r\n'
    assert fill(tmp_path, text, course(row(BOB, 3, 2.5))).content == text.encode()


def test_another_maximum_is_told(tmp_path: Path) -> None:
    """Canvas takes any points; whose are of 10 there and of 20 here, it shows so."""
    text = EXPORTED.replace("10.00,10.00,(read", "10.00,20.00,(read")
    (told,) = fill(tmp_path, text).notes
    assert told.endswith(
        "Search (8) is of 20 points there, and of 10 here; points are entered as "
        "they are."
    )


@pytest.mark.parametrize("column", ["Search (8)", "Search", "8", "Sea", " Search (8) "])
def test_ways_to_name_the_column(tmp_path: Path, column: str) -> None:
    """The header, the title, the id, a beginning."""
    assert b",10,9.00" in fill(tmp_path, EXPORTED, column=column).content


def test_a_title_is_not_taken_for_the_beginning_of_another(tmp_path: Path) -> None:
    """Search is meant, though Search II begins alike."""
    text = "Student,ID,Search II (9),Search (8)\nLee,11,,\n"
    found = fill(tmp_path, text, course(row(ANN, 6, 4), kind="canvas"), "Search")
    assert found.content.endswith(b"Lee,11,,10\n")


@pytest.mark.parametrize(
    "column, message",
    [
        (
            "Serch (8)",
            "no such column; it has Essay (7) and Search (8); did you mean Sea",
        ),
        ("Final Score", "there is no such column; it has Essay (7) and Search (8)"),
        ("", "there is no such column; it has Essay (7) and Search (8)"),
        ("x\u202ey", "--column x\\u202ey: there is no such column"),
    ],
)
def test_columns_that_are_not_there(tmp_path: Path, column: str, message: str) -> None:
    """A total is none: Canvas works it out itself."""
    with pytest.raises(AssignmentError) as caught:
        fill(tmp_path, EXPORTED, column=column)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    "head, column, message",
    [
        ("Student,ID,A (1),A (2)", "A", "fits A (1) and A (2); give the number of one"),
        ("Student,ID,AB (1),AC (2)", "A", "fits AB (1) and AC (2); give the number of"),
        (
            "Student,ID,Total",
            "A",
            "no column is an assignment's, such as `Title (123)`",
        ),
        ("Student,ID,A (1),A (1)", "A", "has the column A (1) more than once"),
        (
            "Name,ID,A (1)",
            "A",
            "expected a gradebook of Canvas, with the columns Stude",
        ),
        (
            "Student,SIS User ID,A (1)",
            "A",
            "has Student, SIS User ID, A (1); export it",
        ),
    ],
)
def test_gradebooks_without_the_one_column(
    tmp_path: Path, head: str, column: str, message: str
) -> None:
    """Two that fit, none that is an assignment's, and files that are no gradebook."""
    with pytest.raises(AssignmentError) as caught:
        fill(tmp_path, f"{head}\n", column=column)
    assert message in str(caught.value)


def test_a_column_that_canvas_does_not_read(tmp_path: Path) -> None:
    """Its points say so, in any language."""
    text = "Student,ID,A (2024)\n    Points Possible,,(nur Lesezugriff)\n"
    with pytest.raises(
        AssignmentError, match=r"csv:2: Canvas does not take scores for"
    ):
        fill(tmp_path, text, column="A (2024)")


@pytest.mark.parametrize(
    "ids, student",
    [
        ("11,,,", Student("Ann", lms="11")),
        ("77,00123,,", Student("Ann", sid="00123")),
        ("77,,00123,", Student("Ann", sid="00123")),
        ("77,,Ann@Uni.example,", Student("Ann", email="ann@uni.example")),
        ("77,,ann,", Student("Ann", email="Ann@uni.example")),
        ("77,1e5,,", Student("Ann", sid="1e5")),
    ],
    ids=["ID", "SIS User ID", "SIS Login ID", "e-mail", "its first part", "1e5"],
)
def test_ways_to_join(tmp_path: Path, ids: str, student: Student) -> None:
    """By each id in turn, as text."""
    found = fill(tmp_path, f"{ABOVE}Lee,{ids},,,\r\n", course(row(student, 6, 4)))
    assert found == FilledGradebook(f"{ABOVE}Lee,{ids},,10,\r\n".encode(), ())


@pytest.mark.parametrize(
    "ids, student, kind",
    [
        (",,,", Student("Ann Lee", "1"), "canvas"),
        ("11,,,", Student("Ann Lee", "11"), "canvas"),
        ("11,,,", Student("Ann Lee", lms="11"), "moodle"),
        ("77,123,,", Student("Ann Lee", sid="00123"), "canvas"),
        ("77,100000,,", Student("Ann Lee", sid="1e5"), "canvas"),
        ("77,00123,ann,", replace(ANN, lms="11"), "canvas"),
        ("77,,,", Student("Ann Lee"), "folder"),
    ],
    ids=["name", "sid as ID", "Moodle's", "zeros", "1e5", "another ID", "no id"],
)
def test_what_is_not_joined(
    tmp_path: Path, ids: str, student: Student, kind: str
) -> None:
    """Never by name alone, nor by numbers that are equal; each side is told."""
    text = f"{ABOVE}Ann Lee,{ids},,,\r\n"
    found = fill(tmp_path, text, course(row(student, 6, 4), kind=kind))
    assert found.content == text.encode()
    assert "has a grade and no row in gradebook.csv." in found.unmatched[0]
    assert found.unmatched[1].startswith("gradebook.csv:4: Ann Lee")
    assert found.unmatched[1].endswith("is no student here.")
    assert len(found.unmatched) == 2


def test_an_id_that_stands_twice_changes_neither_row(tmp_path: Path) -> None:
    """Nor is the next id asked, which might be a slip as well."""
    text = ABOVE + "Lee,11,,ann,,,1,\r\nLee,11,,,,,2,\r\n"
    found = fill(tmp_path, text, course(row(ANN, 6, 4), kind="canvas"))
    told = (
        "gradebook.csv: the ID 11 is that of Ann Lee (00123) and stands in lines 4 and "
        "5; nothing was entered there."
    )
    assert found == FilledGradebook(text.encode(), (told,))


def test_two_students_of_one_id_get_nothing(tmp_path: Path) -> None:
    """Which of them the row means, nobody knows."""
    text = ABOVE + "Lee,77,5,,,,1,\r\n"
    twice = course(row(Student("Ann", "5"), 6, 4), row(Student("Bob", "5"), 0, 0))
    told = (
        "gradebook.csv: the SIS User ID 5 is that of Ann (5) and Bob (5) and stands in "
        "line 4; nothing was entered there."
    )
    assert fill(tmp_path, text, twice) == FilledGradebook(text.encode(), (told,))


@pytest.mark.parametrize("cell", ["EX", "ex", "N/A"])
def test_who_is_excused_stays_so(tmp_path: Path, cell: str) -> None:
    """A score would undo what an instructor has decided in Canvas."""
    text = f"{ABOVE}Lee,11,,,,,{cell},\r\n"
    found = fill(tmp_path, text, course(row(ANN, 6, 4), kind="canvas"))
    assert found.content == text.encode()
    [told] = found.unmatched
    begins = "gradebook.csv:4: the grade of Ann Lee (00123), 10, was not entered: the "
    assert told.startswith(begins)
    assert told.endswith(f"({cell.upper()}).")


def test_a_row_that_is_too_short_is_told(tmp_path: Path) -> None:
    """It has no cell for the score."""
    found = fill(tmp_path, f"{ABOVE}Lee,11\r\n", course(row(ANN, 6, 4), kind="canvas"))
    told = (
        "gradebook.csv:4: the grade of Ann Lee (00123), 10, was not entered: the row "
        "ends before that column."
    )
    assert found.unmatched == (told,)


def test_more_than_ten_are_told_in_one_sentence(tmp_path: Path) -> None:
    """Three hundred would hide what else is told."""
    rows = "".join(f"Row {i},{100 + i},,,,,,\r\n" for i in range(11))
    many = course(*(row(Student(f"S{i}", f"s{i}"), 6, 4) for i in range(12)))
    found = fill(tmp_path, ABOVE + rows, many)
    students = ", ".join(f"S{i} (s{i})" for i in range(11))
    lines = ", ".join(f"Row {i} (ID {i + 100})" for i in range(10))
    graded, rows = found.unmatched
    assert graded.startswith(
        "12 students have a grade and no row in gradebook.csv: S0 "
    )
    assert graded.endswith(f": {students} and S11 (s11).")
    assert rows.startswith(
        "11 rows of gradebook.csv are of no student here: Row 0 (ID "
    )
    assert rows.endswith(f": {lines} and Row 10 (ID 110).")


@pytest.mark.parametrize(
    "possible, written",
    [("10,00", "5,5"), ("10.00", "5.5"), ("10", "5,5")],
    ids=["comma", "point", "neither"],
)
def test_the_decimal_mark_is_that_of_the_file(
    tmp_path: Path, possible: str, written: str
) -> None:
    """Semicolons tell a comma where no number has decimals."""
    text = f"Student;ID;Search (8)\n    Points Possible;;{possible}\nStone;12;\n"
    found = fill(tmp_path, text, course(row(BOB, 3, 2.5), kind="canvas"))
    assert found.content.decode().endswith(f"Stone;12;{written}\n")


def test_last_and_first_names_may_have_columns_of_their_own(tmp_path: Path) -> None:
    """A setting of the gradebook; the test student is known there, too."""
    text = "LastName,FirstName,ID,Search (8)\nPoe,Eve,15,\nWho,Am,8,\nStudent,Test,9,\n"
    found = fill(tmp_path, text, course(row(EVE, 0, 0), kind="canvas"))
    assert found.content == text.replace("15,", "15,0").encode()
    assert found.unmatched == ("gradebook.csv:3: Who Am (ID 8) is no student here.",)


def test_names_act_on_nobody(tmp_path: Path) -> None:
    """Quotes, newlines, right-to-left marks, formulas, 300 characters: all told."""
    name = '"=""x""\n\u202e{}' + "n" * 300 + '"'
    found = fill(tmp_path, f"{ABOVE}{name},77,,,,,,\r\n", course(kind="canvas"))
    told = found.unmatched[-1]
    assert told.startswith('gradebook.csv:4: ="x"\\n\\u202e{}nnn')
    assert len(told) < 130


def test_who_has_no_grade_is_not_missed(tmp_path: Path) -> None:
    """Cat handed nothing in, and has no row in Canvas any more."""
    found = fill(tmp_path, ABOVE, course(course().rows[2], kind="canvas"))
    assert course().rows[2].student == CAT
    assert found == FilledGradebook(ABOVE.encode(), ())


@pytest.mark.parametrize(
    "title, named",
    [
        ("Final Score of Connect Four (8)", "Final Score"),
        ("Unposted Current Grade (8)", "Current Grade"),
        ("Override Status (8)", "Override Status"),
    ],
)
def test_a_column_that_canvas_drops_is_refused(
    tmp_path: Path, title: str, named: str
) -> None:
    """Scores in it would be lost in silence: Canvas takes it for one of its own."""
    with pytest.raises(AssignmentError) as caught:
        fill(tmp_path, EXPORTED.replace("Search (8)", title), column=title)
    assert str(caught.value).endswith(
        f"gradebook.csv:1: Canvas drops {title} when it imports this, since {named} "
        "stands in its name; rename the assignment in Canvas, and export again"
    )


@pytest.mark.parametrize("title", ["Final Status (8)", "final score (8)", "Final (8)"])
def test_a_column_that_sounds_alike_is_filled_in(tmp_path: Path, title: str) -> None:
    """Canvas reads it."""
    text = EXPORTED.replace("Search (8)", title)
    assert b",10,9.00" in fill(tmp_path, text, column=title).content
