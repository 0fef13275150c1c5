"""The list of a class: whatever its columns are called, ids remain text."""

from __future__ import annotations

import codecs
from pathlib import Path

import pytest

from autograder.classroom.course import Student
from autograder.classroom.students import load_roster
from autograder.errors import AssignmentError

ANN = Student("Ann Lee", "00123", "ann@school.edu")


def written(folder: Path, content: str | bytes) -> Path:
    """A roster with this content."""
    path = folder / "roster.csv"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


@pytest.mark.parametrize(
    "text",
    [
        "name,sid,email\nAnn Lee,00123,ann@school.edu\n",
        "Email;Student ID;Full Name\r\nann@school.edu;00123;Ann Lee\r\n",
        "First Name\tLast Name\tSID\tE-mail address\nAnn\tLee\t00123\tann@school.edu\n",
        'Name,ID,Email\n"Ann Lee","=""00123""", ann@school.edu ,\n',
        "Vorname,Nachname,Matrikelnummer,E-Mail-Adresse\nAnn,Lee,00123,ann@school.edu\n",
        "\n,,\nname,sid,email\n\n,,\nAnn Lee,00123,ann@school.edu",
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_columns(tmp_path: Path, text: str, encoding: str) -> None:
    """Found by their names, in any order, with what Excel makes of them."""
    assert load_roster(written(tmp_path, text.encode(encoding))) == (ANN,)


def test_ids(tmp_path: Path) -> None:
    """As they stand there; an empty one is none."""
    text = "name,sid,email\nAnn,1e5,\nBob,,bob\nNo,,\nCyd\n"
    assert load_roster(written(tmp_path, text)) == (
        Student("Ann", "1e5"),
        Student("Bob"),
        Student("No"),
        Student("Cyd"),
    )


def test_without_names(tmp_path: Path) -> None:
    """The e-mail or the id takes the name's place."""
    text = "sid,email\n1,ann@school.edu\n2,\n"
    assert load_roster(written(tmp_path, text)) == (
        Student("ann@school.edu", "1", "ann@school.edu"),
        Student("2", "2"),
    )


def test_a_gradebook_of_canvas(tmp_path: Path) -> None:
    """Its ID is Canvas's own; the row of points and Canvas's own are no students."""
    text = (
        "Student,ID,SIS User ID,SIS Login ID,Section,Title (5)\n"
        "    Points Possible,,,,,10\n"
        '"Lee, Ann",7001,00123,ann@school.edu,1,\n'
        '"Student, Test",9999,,3f2a,1,\n'
    )
    assert load_roster(written(tmp_path, text)) == (
        Student("Lee, Ann", "00123", "ann@school.edu", "7001"),
    )


def test_a_worksheet_of_moodle(tmp_path: Path) -> None:
    """Of the Identifier the number is what Moodle joins by."""
    text = (
        "Identifier,Full name,ID number,Email address,Status\n"
        "Participant 7001,Ann Lee,00123,ann@school.edu,x\n"
        "Participant 7002,,,,x\n"
    )
    assert load_roster(written(tmp_path, text)) == (
        Student("Ann Lee", "00123", "ann@school.edu", "7001"),
        Student("Participant 7002", lms="7002"),
    )


def test_names_of_any_kind(tmp_path: Path) -> None:
    """Quotes, lines and marks in a name are its own."""
    name = 'Ann "A"\nLee\u202e\u2028' + "x" * 300
    text = 'name,sid\n"' + name.replace('"', '""') + '",1\n'
    assert load_roster(written(tmp_path, text)) == (Student(name, "1"),)


NEVER_CLOSED = "the quote that opens here is never closed; close it where the cell ends"
EXPECTED = "expected name (or first name and last name), sid or email"


@pytest.mark.parametrize(
    "content, said",
    [
        ("a,b\n1,2\n", f":1: no column fits; {EXPECTED}, found a and b"),
        ("\nfirst name\nAnn\n", f":2: no column fits; {EXPECTED}, found first name"),
        ("", ": expected the names of the columns in the first line, found none"),
        ("name,sid\n,,\n", ":1: lists no student below its columns"),
        (b"name\nAnn\nM\xfcller\n", ":3: is not UTF-8; save it as CSV UTF-8"),
        (
            codecs.BOM_UTF16_LE + b"a",
            ":1: is not UTF-16-LE; save it as CSV UTF-8",
        ),
        ('name,sid\nAnn,"1\nBob,2\n', f":2:5: {NEVER_CLOSED}"),
        ("name,sid\nLee, Ann,1\n", ":2:1: more cells than columns"),
    ],
)
def test_what_cannot_be_used(tmp_path: Path, content: str | bytes, said: str) -> None:
    """One sentence, with the line."""
    path = written(tmp_path, content)
    with pytest.raises(AssignmentError) as caught:
        load_roster(path)
    assert str(caught.value) == f"{path}{said}"


def test_no_file(tmp_path: Path) -> None:
    """A path that leads nowhere."""
    with pytest.raises(AssignmentError, match=r"none\.csv: No such file"):
        load_roster(tmp_path / "none.csv")
