"""A CSV by its cells: what the csv module reads, and nothing else changes."""

from __future__ import annotations

import codecs
import csv
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.classroom.gradebooks.cells import (
    MARKS,
    SEPARATORS,
    CellTable,
    _rows,
    column_named,
    load,
    parsed,
)
from autograder.errors import AssignmentError

HERE = Path("grades.csv")
TEXTS = st.text('ab",;\t\r\n \u00e4\u202e', max_size=30)
ANY = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))


def as_csv(text: str, separator: str) -> list[list[str]]:
    """What the csv module reads."""
    return list(csv.reader(io.StringIO(text, newline=""), delimiter=separator))


def texts(table: CellTable) -> list[list[str]]:
    """The texts of all cells."""
    return [[cell.text for cell in row] for row in table.rows]


@given(TEXTS, st.sampled_from(SEPARATORS))
def test_cells_are_those_of_the_csv_module(text: str, separator: str) -> None:
    """Quotes in odd places, lone carriage returns and blank lines included."""
    rows = [[cell.text for cell in row] for row in _rows(text, separator)]
    assert rows == as_csv(text, separator)


@given(TEXTS, st.sampled_from([(b"", "utf-8"), *MARKS]))
def test_to_replace_nothing_gives_the_same_bytes(
    text: str, mark: tuple[bytes, str]
) -> None:
    """Byte order mark, line ends, quotes and a missing last newline stay."""
    content = mark[0] + f"a{text}".encode(mark[1])
    assert parsed(content, HERE).replaced({}) == content


@given(TEXTS, ANY, st.data())
def test_what_is_replaced_changes_alone(
    text: str, new: str, data: st.DataObject
) -> None:
    """The csv module reads the new text in its place, and all others as before."""
    table = parsed(f"a{text}".encode(), HERE)
    places = [(i, j) for i, row in enumerate(table.rows) for j in range(len(row))]
    changed = data.draw(st.sets(st.sampled_from(places)))
    written = table.replaced(dict.fromkeys(changed, new)).decode()
    expected = texts(table)
    for row, column in changed:
        expected[row][column] = new
    assert as_csv(written, table.separator) == expected


@pytest.mark.parametrize(
    "before, after",
    [
        (b"id,grade\r\n1,\r\n2,7", b"id,grade\r\n1,8\r\n2,7"),
        (b'id,grade\n1,""\n', b'id,grade\n1,"8"\n'),
        (
            b'\xef\xbb\xbf"id";"grade"\n"1";"7"\n',
            b'\xef\xbb\xbf"id";"grade"\n"1";"8"\n',
        ),
    ],
    ids=["CRLF, no last newline", "quoted", "byte order mark, semicolons"],
)
def test_a_new_text_looks_like_the_old_one(before: bytes, after: bytes) -> None:
    """Quoted where that was, and the rest of the bytes by hand."""
    assert parsed(before, HERE).replaced({(1, 1): "8"}) == after


def test_a_file_of_excel_keeps_its_encoding() -> None:
    """UTF-16 with tabs: what Excel calls Unicode text."""
    content = codecs.BOM_UTF16_LE + "Jürgen\tgrade\r\n1\t7\r\n".encode("utf-16-le")
    table = parsed(content, HERE)
    assert table.header() == ("Jürgen", "grade")
    expected = codecs.BOM_UTF16_LE + "Jürgen\tgrade\r\n1\t8,5\r\n".encode("utf-16-le")
    assert table.replaced({(1, 1): "8,5"}) == expected


def test_a_comma_within_commas_is_quoted() -> None:
    """The decimal comma of a German worksheet."""
    assert parsed(b"id,grade\n1,7\n", HERE).replaced({(1, 1): "8,5"}) == (
        b'id,grade\n1,"8,5"\n'
    )


@pytest.mark.parametrize(
    "text, separator",
    [
        ("a,b\n1,2\n", ","),
        ("a;Part 1, Part 2, Part 3\n1;2,5\n", ";"),
        ("a\tb\n1\t2\n", "\t"),
        ("a,b;c\n1,2\n3\n", ","),
        ("a\n1\n", ","),
    ],
)
def test_the_separator_is_the_one_that_fits_all_rows(text: str, separator: str) -> None:
    """Failing that, the one of most columns; commas where there is one column."""
    assert parsed(text.encode(), HERE).separator == separator


def test_rows_know_their_lines() -> None:
    """A cell of two lines moves those below it."""
    table = parsed(b'a,b\r\n"x\r\ny",1\r\n\r\nz,2\r\n', HERE)
    assert [table.line(row) for row in (0, 1, 3)] == [1, 2, 5]


def test_a_cell_that_is_not_there_is_empty() -> None:
    """Short rows, and columns that a file lacks."""
    table = parsed(b"a,b\n 1 \n", HERE)
    assert [table.text_at(1, column) for column in (0, 1, None)] == ["1", "", ""]


@pytest.mark.parametrize(
    "content, message",
    [
        (b"a,b\nJ\xfcrgen,1\n", "grades.csv:2: is not UTF-8; save it as CSV UTF-8"),
        (codecs.BOM_UTF16_LE + b"a", "grades.csv:1: is not UTF-16-LE; save it as CSV"),
        (b"a\0b", r"grades.csv: is no CSV \(NUL bytes\); save it as CSV UTF-8"),
        (b"", "grades.csv: expected the names of the columns in the first line, found"),
        (
            b"\n1,2",
            "grades.csv: expected the names of the columns in the first line, f",
        ),
        (
            b" , ,",
            "grades.csv: expected the names of the columns in the first line, fou",
        ),
    ],
)
def test_files_that_are_no_csv(content: bytes, message: str) -> None:
    """One sentence, with the line where there is one."""
    with pytest.raises(AssignmentError, match=f"^{message}"):
        parsed(content, HERE)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    """One that is not there, and a folder."""
    with pytest.raises(AssignmentError, match=r"missing\.csv: No such file"):
        load(tmp_path / "missing.csv")
    with pytest.raises(AssignmentError, match=r"directory|regular file"):
        load(tmp_path)


def test_columns_that_are_missing_or_there_twice() -> None:
    """The sentence tells which there are; nothing in a name acts on its reader."""
    table = parsed("ID,Grade,Grade,x\u202ey\n".encode(), HERE)
    assert column_named(table, "ID", "") == 0
    expected = (
        "grades.csv: has no column id; name it; it has ID, Grade, Grade, x\\u202ey"
    )
    with pytest.raises(AssignmentError) as caught:
        column_named(table, "id", "; name it")
    assert str(caught.value) == expected
    with pytest.raises(AssignmentError, match="has the column Grade more than once"):
        column_named(table, "Grade", "")


def test_of_many_columns_the_first_are_told() -> None:
    """A gradebook of a whole term has hundreds."""
    table = parsed(",".join(f"c{i}" for i in range(30)).encode(), HERE)
    with pytest.raises(AssignmentError, match=r"c18, c19 and 10 more$"):
        column_named(table, "grade", "")
