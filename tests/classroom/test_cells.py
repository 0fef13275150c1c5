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
    _reading,
    index_of_column,
    load,
    parsed,
)
from autograder.errors import AssignmentError
from tests.cases import for_each

HERE = Path("grades.csv")
SIGNS = 'ab",;\t\r\n \u00e4\u202e'
TEXTS = st.text(SIGNS + "=", max_size=30)
ANY = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))
CELLS = st.text(SIGNS, max_size=6)
ROWS = st.integers(2, 4).flatmap(
    lambda columns: st.lists(
        st.lists(CELLS, min_size=columns, max_size=columns), max_size=4
    )
)


@st.composite
def files(draw: st.DrawFn) -> tuple[list[list[str]], str]:
    """A table of at least two columns, and the text that the csv module makes of it."""
    rows = draw(ROWS)
    rows.insert(0, ["id", *("grade" for _ in (rows[0] if rows else "ab")[1:])])
    text = io.StringIO(newline="")
    end = draw(st.sampled_from(["\n", "\r\n", "\r"]))
    ways = [csv.QUOTE_ALL]
    breaks = {sign for row in rows for cell in row for sign in cell} & {"\r", "\n"}
    if breaks <= {"\n"} & {*end}:
        ways.append(csv.QUOTE_MINIMAL)  # which may forget breaks that end no line
    csv.writer(
        text,
        delimiter=draw(st.sampled_from(SEPARATORS)),
        lineterminator=end,
        quoting=draw(st.sampled_from(ways)),
    ).writerows(rows)
    return rows, text.getvalue()


def as_csv(text: str, separator: str) -> list[list[str]]:
    """What the csv module reads."""
    return list(csv.reader(io.StringIO(text, newline=""), delimiter=separator))


def texts(table: CellTable) -> list[list[str]]:
    """The texts of all cells."""
    return [[cell.text for cell in row] for row in table.rows]


@given(TEXTS, st.sampled_from(SEPARATORS))
def test_cells_are_those_of_the_csv_module(text: str, separator: str) -> None:
    """Where quotes are right, with lone carriage returns and blank lines."""
    reading = _reading(f"a{text}", separator)
    if reading.fault is None:
        rows = [[cell.text for cell in row] for row in reading.rows]
        assert rows == as_csv(f"a{text}", separator)


@given(files())
def test_what_the_csv_module_writes_is_read(file: tuple[list[list[str]], str]) -> None:
    """Quotes, separators and line ends in cells: a right file is never refused."""
    rows, text = file
    assert texts(load(HERE, text.encode())) == rows


@given(files(), st.data())
def test_a_file_that_lacks_a_quote_is_refused(
    file: tuple[list[list[str]], str], data: st.DataObject
) -> None:
    """Whichever it is, or one too many: no row becomes part of another."""
    _, text = file
    quotes = [at for at, sign in enumerate(text) if sign == '"']
    if quotes:
        at = data.draw(st.sampled_from(quotes))
        with pytest.raises(AssignmentError, match=r"grades\.csv:\d+:\d+: .*quote"):
            parsed((text[:at] + text[at + 1 :]).encode(), HERE)
    at = data.draw(st.integers(0, len(text)))
    with pytest.raises(AssignmentError, match=r"grades\.csv:\d+:\d+: .*quote"):
        parsed(f'{text[:at]}"{text[at:]}'.encode(), HERE)


NEVER = "the quote that opens here is never closed; close it where the cell ends"
BEHIND = (
    "the quote that opens here is closed in line {}, with text behind it; close it "
    "where the cell ends, and double a quote that is meant"
)
MIDDLE = "a quote in the middle of a cell; quote the whole cell, and double this one"
FEWER = (
    "fewer cells than columns, over several lines; close each quote where its cell "
    "ends, or write the empty cells out"
)


@for_each(
    "text, said",
    [
        ('sid,text\n1,"Good\n2,Fine\n3,ok\n', f"2:3: {NEVER}"),
        ('sid,text\r\n1,x\r\n2,"Good', f"3:3: {NEVER}"),
        ('sid;text\r1;x\r2;"Good""\r3;y', f"3:3: {NEVER}"),
        ('sid,"text\n1,Good\n', f"1:5: {NEVER}"),
        ('sid\ttext\n1\t"', f"2:3: {NEVER}"),
        ('sid,text\n1,"Good\n2,Fine\n3,"ok"\n', f"2:3: {BEHIND.format(4)}"),
        ('sid,text\n1,"Go\nod"\n2,"a\n3,"b\n', f"4:3: {BEHIND.format(5)}"),
        ('sid,text\n1,"Good" work\n', f"2:3: {BEHIND.format(2)}"),
        ('sid,text\n1,"Good" \n', f"2:3: {BEHIND.format(2)}"),
        ('sid,text\n1,5"late\n', f"2:4: {MIDDLE}"),
        ('sid,text\n1, "Good"\n', f"2:4: {MIDDLE}"),
        ('sid,text\n="1,x\n', f"2:2: {MIDDLE}"),
        ('sep=;\nsid;text\n1;"Good\n', f"3:3: {NEVER}"),
        ("sid,text\n1,a\n2,b,c\n\n3,d,e", "3:1: more cells than columns\n5:1: more"),
        ('sid,a,b\n1,"x\n2,y"\n3,4,5', f"2:1: {FEWER}"),
    ],
)
def test_a_quote_that_is_not_right_is_told_where_it_opens(text: str, said: str) -> None:
    """With line and column, in every encoding, not where the file ends.

    A row has no more cells than there are columns, and a short one is of one line.
    """
    for mark, encoding in ((b"", "utf-8"), *MARKS):
        with pytest.raises(AssignmentError) as caught:
            load(HERE, mark + text.encode(encoding))
        told = str(caught.value)
        assert f"{told}\n".replace("grades.csv:", "").startswith(said)


@for_each(
    "text, rows",
    [
        ('a,b\n1,"x,\n\n""y"""\n', [["a", "b"], ["1", 'x,\n\n"y"']]),
        ('a,b\n="007",""\n', [["a", "b"], ['="007"', ""]]),
        (
            "a,b\n\n1\n,,,\n2,3,,\n",
            [["a", "b"], [], ["1"], [""] * 4, ["2", "3", "", ""]],
        ),
        ("\n,,\na,b\n1,2\n", [["a", "b"], ["1", "2"]]),
        ("sep=;\r\na;b,c,d\r\n1;2", [["a", "b,c,d"], ["1", "2"]]),
        ('"sep=|"\na|b\n1|"2|"\n', [["a", "b"], ["1", "2|"]]),
        ("Sep=\t\na\tb\n", [["a", "b"]]),
        ("sep=;;;\na;b;c\n", [["a", "b", "c"]]),
        ("a,b\n1," + "x" * 200_000, [["a", "b"], ["1", "x" * 200_000]]),
    ],
)
def test_what_spreadsheets_write_is_read(text: str, rows: list[list[str]]) -> None:
    """Cells of several lines, empty cells at a row's end or none, `sep=;` for Excel."""
    for mark, encoding in ((b"", "utf-8"), *MARKS):
        table = load(HERE, mark + text.encode(encoding))
        assert texts(table) == rows
        assert table.replaced({}) == mark + text.encode(encoding)


def test_lines_count_from_the_line_that_tells_the_separator() -> None:
    """It is a line of the file, and no row."""
    table = parsed(b"sep=;\na;b\n1;2\n", HERE)
    assert [table.line(row) for row in (0, 1)] == [2, 3]


@given(files(), st.sampled_from([(b"", "utf-8"), *MARKS]))
def test_to_replace_nothing_gives_the_same_bytes(
    file: tuple[list[list[str]], str], mark: tuple[bytes, str]
) -> None:
    """Byte order mark, line ends, quotes and a missing last newline stay."""
    content = mark[0] + file[1].rstrip("\r\n").encode(mark[1])
    assert parsed(content, HERE).replaced({}) == content


@given(files(), ANY, st.data())
def test_what_is_replaced_changes_alone(
    file: tuple[list[list[str]], str], new: str, data: st.DataObject
) -> None:
    """The csv module reads the new text in its place, and all others as before."""
    table = parsed(file[1].encode(), HERE)
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
        (b"a\n\0b", r"grades.csv:2: is no CSV \(NUL bytes\); save it as CSV UTF-8"),
        (b"", "grades.csv: expected the names of the columns in the first line, found"),
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
    assert index_of_column(table, "ID", "") == 0
    expected = (
        "grades.csv: has no column id; name it; it has ID, Grade, Grade, x\\u202ey"
    )
    with pytest.raises(AssignmentError) as caught:
        index_of_column(table, "id", "; name it")
    assert str(caught.value) == expected
    with pytest.raises(AssignmentError, match="has the column Grade more than once"):
        index_of_column(table, "Grade", "")


def test_of_many_columns_the_first_are_told() -> None:
    """A gradebook of a whole term has hundreds."""
    table = parsed(",".join(f"c{i}" for i in range(30)).encode(), HERE)
    with pytest.raises(AssignmentError, match=r"c18, c19 and 10 more$"):
        index_of_column(table, "grade", "")
