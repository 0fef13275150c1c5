"""Each student once: who is on the roster, who has handed in, and what counts."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.classroom.course import Enrolment, Export, Handed, Student
from autograder.classroom.exports.reading import read
from autograder.classroom.students import enrol, enrolment_table
from autograder.text import column_count
from autograder.uploads.reading import Upload
from tests.classroom import made_exports as made

ANN = Student("Ann Lee", "00123", "ann@school.edu", "7001")
BOB = Student("Bob Ray", "1e5", "bob@school.edu", "7002")
CYD = Student("Cyd Poe", "3", "cyd@school.edu", "7003")


def nothing() -> Iterable[Upload]:
    """No file."""
    return ()


def by(*students: Student, name: str, at: str = "") -> Handed:
    """A submission of these."""
    return Handed(name, students, nothing, submitted_at=at)


def of(*handed: Handed, kind: str = "gradescope") -> Export:
    """An export with these."""
    return Export(kind, handed)


def seats(enrolment: Enrolment) -> list[tuple[str, str]]:
    """The names of students, and of what counts for each."""
    return [(seat.student.name, seat.submission) for seat in enrolment.seats]


def test_without_a_roster() -> None:
    """Everybody who has handed in, by name, once."""
    found = enrol(of(by(CYD, BOB, name="1"), by(ANN, name="2")), None)
    assert seats(found) == [("Ann Lee", "2"), ("Bob Ray", "1"), ("Cyd Poe", "1")]
    assert found.notes == ()


def test_with_a_roster() -> None:
    """Its order, who has not handed in, and at the end who is not on it."""
    found = enrol(of(by(CYD, name="1"), by(ANN, name="2")), (BOB, ANN))
    assert seats(found) == [("Bob Ray", ""), ("Ann Lee", "2"), ("Cyd Poe", "1")]
    assert found.notes == ("Cyd Poe (3): not on the roster",)
    assert [handed.name for handed in found.handed] == ["1", "2"]


def test_notes_of_the_export_come_first() -> None:
    """None is lost."""
    export = Export("gradescope", (by(ANN, name="1"),), ("x: skipped",))
    assert enrol(export, (BOB,)).notes == (
        "x: skipped",
        "Ann Lee (00123): not on the roster",
    )


# Joining


@pytest.mark.parametrize(
    "handed, listed",
    [
        (Student("A", "00123"), Student("Ann Lee", "00123")),
        (Student("Liz Lee", "00123"), Student("Elizabeth Lee", "00123")),
        (Student("Ann", "", "ANN@school.edu"), Student("Ann L", "", "ann@school.edu")),
        (Student("leeann", lms="7001"), Student("Lee, Ann", "00123", lms="7001")),
        (Student("leeann", lms="7001"), Student("Ann Lee", "00123")),
        (Student("Ann Lee", lms="9"), Student("Lee, Ann")),
        (
            Student("Ann Lee", "5", "ann@school.edu"),
            Student("Al", "", "ann@school.edu"),
        ),
    ],
)
def test_joined(handed: Student, listed: Student) -> None:
    """By the sid, the e-mail, the id of the LMS, else by a name that only one has."""
    found = enrol(of(by(handed, name="1"), by(BOB, name="2")), (listed, BOB))
    assert seats(found) == [(listed.name, "1"), ("Bob Ray", "2")]
    assert found.seats[0].student.sid == (listed.sid or handed.sid)
    assert found.seats[0].student.lms == (handed.lms or listed.lms)


def test_joined_by_less() -> None:
    """What is joined by an id under another name, or by the name alone, is told."""
    export = of(by(Student("Liz", "1"), name="a"), by(Student("Cyd Poe"), name="b"))
    found = enrol(export, (Student("Elizabeth Lee", "1"), CYD))
    assert seats(found) == [("Elizabeth Lee", "a"), ("Cyd Poe", "b")]
    assert found.notes == (
        "Liz (1): is Elizabeth Lee on the roster, by the sid alone",
        "joined with the roster by name alone: Cyd Poe",
    )


@pytest.mark.parametrize(
    "handed, listed, why",
    [
        (  # two on the roster have the name
            (Student("Ann Lee"),),
            (Student("Ann Lee", "1"), Student("Lee, Ann", "2")),
            "Ann Lee: not on the roster",
        ),
        (  # two have handed in under it
            (Student("Ann Lee", lms="1"), Student("Ann Lee", lms="2")),
            (Student("Ann Lee", "1"),),
            "Ann Lee (1): not on the roster",
        ),
        (  # one name, two ids
            (Student("Ann Lee", "00123"),),
            (Student("Ann Lee", "123"),),
            "Ann Lee (00123): not on the roster",
        ),
        (  # one id, another name and another e-mail
            (Student("Bob Ray", "1", "bob@school.edu"),),
            (Student("Ann Lee", "1", "ann@school.edu"),),
            "Bob Ray (1): not joined with the roster, where Ann Lee has the sid 1",
        ),
    ],
)
def test_not_joined(
    handed: tuple[Student, ...], listed: tuple[Student, ...], why: str
) -> None:
    """Who may be somebody else keeps a row, and is listed."""
    export = of(*(by(each, name=str(n)) for n, each in enumerate(handed)))
    found = enrol(export, listed)
    assert [seat.submission for seat in found.seats] == [
        *("" for _ in listed),
        *(str(n) for n in range(len(handed))),
    ]
    assert found.notes[0] == why


@pytest.mark.parametrize(
    "name", ["00123", "ann", "ANN@school.edu", "Lee, Ann", "ann_lee"]
)
def test_folders(name: str) -> None:
    """A folder is named after a sid, an e-mail or a student."""
    found = enrol(of(by(Student(name), name=name), kind="folder"), (BOB, ANN))
    assert seats(found) == [("Bob Ray", ""), ("Ann Lee", name)]
    assert found.notes == ()


def test_one_local_part_twice() -> None:
    """Who of two is meant is not guessed."""
    listed = (Student("A", "", "ann@school.edu"), Student("B", "", "ann@other.edu"))
    found = enrol(of(by(Student("ann"), name="ann"), kind="folder"), listed)
    assert seats(found) == [("A", ""), ("B", ""), ("ann", "ann")]


def test_numbers_in_names() -> None:
    """`Student 12` and `Student 21` are told apart, whatever order words have."""
    handed = [by(Student(name), name=name) for name in ("Student 12", "21 Student")]
    listed = (Student("Student 21", "b"), Student("Student 12", "a"))
    found = enrol(of(*handed, kind="folder"), listed)
    assert [seat.submission for seat in found.seats] == ["21 Student", "Student 12"]
    assert found.notes == ()


# One student, or two


def test_two_students_with_one_id() -> None:
    """They are told, and each has a row; on the roster too."""
    other = Student("Bob Ray", "00123", "bob@school.edu")
    told = "Ann Lee and Bob Ray: two students with the sid 00123; each has a row"
    export = of(by(ANN, name="1"), by(other, name="2"))
    found = enrol(export, None)
    assert (seats(found), found.notes) == (
        [("Ann Lee", "1"), ("Bob Ray", "2")],
        (told,),
    )
    found = enrol(export, (other, ANN))
    assert seats(found) == [("Bob Ray", "2"), ("Ann Lee", "1")]
    assert told.replace("Ann Lee and Bob Ray", "Bob Ray and Ann Lee") in found.notes


def test_an_id_that_is_none() -> None:
    """A class of which everybody has the sid `n/a` is told apart by the rest."""
    students = [Student(f"Student {n}", "n/a", f"s{n}@school.edu") for n in range(200)]
    export = of(*(by(each, name=each.email) for each in students))
    found = enrol(export, tuple(reversed(students)))
    assert {seat.student.email == seat.submission for seat in found.seats} == {True}
    assert len(found.seats) == 200


def test_two_students_with_one_name_and_no_id() -> None:
    """In an export they may be two; in a folder the name is all there is."""
    handed = (by(Student("Ann"), name="1"), by(Student("Ann"), name="2"))
    found = enrol(of(*handed), None)
    assert seats(found) == [("Ann", "1"), ("Ann", "2")]
    assert found.notes == (
        "Ann: two students have this name, and no id; each has a row",
    )
    assert seats(enrol(of(*handed, kind="folder"), None)) == [("Ann", "2")]


def test_one_student_with_two_names() -> None:
    """Who shares two ids is the same."""
    married = Student("Ann Poe", ANN.sid, ANN.email)
    found = enrol(of(by(ANN, name="1"), by(married, name="2")), None)
    assert seats(found) == [("Ann Lee", "2")]


def test_twice_on_the_roster() -> None:
    """As who is in two sections; one row."""
    found = enrol(of(by(ANN, name="1")), (ANN, BOB, Student("Lee, Ann", "00123")))
    assert seats(found) == [("Ann Lee", "1"), ("Bob Ray", "")]
    assert found.notes == ("Ann Lee (00123): twice on the roster",)


def test_twice_in_one_submission() -> None:
    """It counts once."""
    found = enrol(of(by(ANN, ANN, name="1")), None)
    assert (seats(found), found.notes) == ([("Ann Lee", "1")], ())


# Which one counts


@pytest.mark.parametrize(
    "first, second, counting, how",
    [
        (
            "2026-02-03T10:00:00+00:00",
            "2026-02-03T11:00:00+02:00",
            "9",
            "was handed in later",
        ),
        (
            "2026-02-03T10:00:00",
            "2026-02-03T11:00:00+00:00",
            "10",
            "was handed in later",
        ),
        ("2026-02-03T10:00:00", "", "10", "is later by its name"),
        ("2026-02-03T10:00:00", "2026-02-03T10:00:00", "10", "is later by its name"),
    ],
)
def test_a_student_in_two_submissions(
    first: str, second: str, counting: str, how: str
) -> None:
    """The later one counts, by its time, else by its name; both are listed."""
    handed = (by(ANN, name="9", at=first), by(ANN, name="10", at=second))
    found = enrol(of(*handed), None)
    assert seats(found) == [("Ann Lee", counting)]
    assert [each.name for each in found.handed] == ["9", "10"], "the other is kept"
    assert found.to_grade() == {counting}
    assert found.seats[0].attempts[-1] == counting
    several = "Ann Lee (00123): has several submissions, 9 and 10"
    assert found.notes == (f"{several}; {counting} counts, it {how}",)


@pytest.mark.parametrize(
    "keep, counting, told, graded",
    [
        ("last", "b", "b counts, it was handed in later", {"b"}),
        ("first", "c", "c counts, it was handed in first", {"c"}),
        ("best", "b", "the best one counts", {"a", "b", "c"}),
    ],
)
def test_which_of_several_counts_is_said(
    keep: str, counting: str, told: str, graded: set[str]
) -> None:
    """Of the best it is known once all are graded; till then the last one counts."""
    days = {"a": "02", "b": "03", "c": "01"}
    handed = (by(ANN, name=n, at=f"2026-02-{day}") for n, day in days.items())
    found = enrol(of(*handed), None, keep)
    assert seats(found) == [("Ann Lee", counting)]
    assert found.seats[0].attempts == ("c", "a", "b")
    assert found.to_grade() == graded
    assert found.notes[0].endswith(f"has several submissions, a, b and c; {told}")


def test_a_student_in_two_groups() -> None:
    """What no longer counts for one still counts for the others of the group."""
    export = of(
        by(ANN, BOB, name="1", at="2026-02-03T10:00:00"),
        by(ANN, CYD, name="2", at="2026-02-04T10:00:00"),
    )
    found = enrol(export, None)
    assert seats(found) == [("Ann Lee", "2"), ("Bob Ray", "1"), ("Cyd Poe", "2")]
    assert [each.name for each in found.handed] == ["1", "2"]


IDS = st.sampled_from(["", "", "1", "2", "3"])
STUDENTS = st.builds(Student, st.sampled_from(["Ann", "Bob", "Ann Lee"]), IDS, IDS, IDS)


@given(
    st.lists(st.lists(STUDENTS, min_size=1, max_size=3), max_size=6),
    st.one_of(st.none(), st.lists(STUDENTS, max_size=6)),
    st.sampled_from(["gradescope", "folder"]),
)
def test_nobody_is_lost(
    groups: list[list[Student]], listed: list[Student] | None, kind: str
) -> None:
    """Each submission that counts for nobody is named in a note; seats name others."""
    handed = [by(*group, name=f"sub{n}") for n, group in enumerate(groups)]
    found = enrol(of(*handed, kind=kind), None if listed is None else tuple(listed))
    counting = {seat.submission for seat in found.seats} - {""}
    attempts = {name for seat in found.seats for name in seat.attempts}
    assert attempts == {each.name for each in found.handed}
    assert all(seat.submission in ("", *seat.attempts) for seat in found.seats)
    assert all(
        each.name in counting or any(each.name in note for note in found.notes)
        for each in handed
    )
    names = {student.name for group in (*groups, listed or ()) for student in group}
    assert {seat.student.name for seat in found.seats} <= names


# The table


def test_table(tmp_path: Path) -> None:
    """Student, submission, files; each name short and safe."""
    long = Student("Ann \u202e" + "x" * 300, "00123")
    work: dict[made.Who, made.Files] = {
        long: {"minimax.py": b"", "README.txt": b"", ".DS_Store": b""},
        BOB: {f"module{n}.py": b"" for n in range(9)},
        Student("李 安", "9"): {},
    }
    path = made.as_zip(tmp_path / "e.zip", made.gradescope(work))
    export = read(path, ("minimax",))
    shown = enrolment_table(enrol(export, (BOB, CYD)))
    assert shown.splitlines() == [
        "student                       submission          files",
        "Bob Ray (1e5)                 submission_2        module0.py and 8 more",
        "Cyd Poe (3)                   no submission",
        "Ann \\u202exxxx…xxxx… (00123)  submission_1        minimax.py and README.txt",
        "李 安 (9)                     submission_3        cannot be read, see below",
        "",
        "submission_3: named in submission_metadata.yml, but there is no such folder;",
        "download the export again",
    ]
    assert max(map(column_count, shown.splitlines())) <= 80


def test_a_name_that_a_zip_has_garbled_is_told() -> None:
    """Who is meant is told where one alone can be, and is not guessed."""
    sent = "Dani\u2030l de Boer"  # as code page 437 has another letter there
    listed = (Student("Daniël de Boer", "1"), Student("Danel de Boer", "2"))
    export = of(by(Student(sent), name=sent), kind="folder")
    unlisted, *_ = enrol(export, listed).notes
    assert unlisted == (
        f"{sent}: not on the roster; if a zip has garbled it, Daniël de Boer is meant: "
        "unpack that, and give the folder"
    )
    twins = (*listed, Student("Daniél de Boer", "3"))
    assert enrol(export, twins).notes == (f"{sent}: not on the roster",)
