"""The table in the terminal."""

from __future__ import annotations

import codecs
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.commands.options import lookalikes
from autograder.errors import GraderError
from autograder.report.entries import Entry, Report
from autograder.report.terminal import WIDTH, table
from autograder.words.blocks import Facet, Note, Quotation, Sentence, Verbatim
from autograder.words.faults import PRINTED
from tests import page_reports
from tests.blocks import blocks_of

RIGHT = Entry("fig_5_2", "minimax", "correct", 1.5, 1.5, passed=True)
WRONG = Entry("nim", "minimax", "max_value returned 2, expected 3", 0.5, 1.5)
BROKEN = replace(WRONG, headline="a fault", score=None, judged=False, blame=GraderError)
NOTED = Entry("style", "checks", "correct", passed=True)
NOT_WORTH = Entry("names", "checks", "failed")


def report(*entries: Entry, notes: tuple[str, ...] = ()) -> Report:
    """A report with these entries."""
    return Report("", {str(i): e for i, e in enumerate(entries)}, [*map(Note, notes)])


def test_whole() -> None:
    """Groups with their sums, a row a test, the total and the notes."""
    expected = """\
minimax                                                                    2/4.5
 ✓ fig_5_2   1.5/1.5  correct
 ✗ nim       0.5/1.5  max_value returned 2, expected 3
 ? nim         –/1.5  a fault

checks                                                                       0/0
 ✓ style              correct
 ✗ names              failed

Total                                                                      2/4.5

Some note."""
    found = table(report(RIGHT, WRONG, BROKEN, NOTED, NOT_WORTH, notes=("Some note.",)))
    assert found == expected


def test_empty() -> None:
    """A report without tests has a total of nothing."""
    expected = "Total" + " " * 72 + "0/0"
    assert table(report()) == expected


def test_long_sentence() -> None:
    """A sentence goes on below itself."""
    rows = table(report(replace(WRONG, headline="word " * 30))).split("\n")
    indent = " " * len(" ✗ nim   0.5/1.5  ")
    assert rows[2].startswith(f"{indent}word")
    assert rows[1].startswith(" ✗ nim   0.5/1.5  word")


def test_long_names_keep_both_ends() -> None:
    """Names differ at their beginnings or at their ends."""
    entry = replace(RIGHT, name="lectures_" + "x" * 200 + "_tree_7")
    row = table(report(entry)).split("\n")[1]
    assert row.startswith(" ✓ lectures_")
    assert "…" in row
    assert "_tree_7 " in row


def test_details() -> None:
    """`verbose` shows the details of what failed, and of nothing else."""
    entries = (
        replace(WRONG, details=((Sentence("B is wrong"),), (Verbatim(("  B: 3",)),))),
        replace(RIGHT, details=((Sentence("not this"),),)),
    )
    rows = table(report(*entries), verbose=True).split("\n")
    assert rows[2:6] == ["    B is wrong", "", "      B: 3", ""]
    assert not [row for row in rows if "not this" in row]
    assert "B is wrong" not in table(report(*entries))


@pytest.mark.parametrize(
    "name", ["value", "search visits", "a_function_with_a_long_name"]
)
def test_details_that_go_on(name: str) -> None:
    """A student's line goes on behind the bar, a facet's sentence below itself."""
    facet = Facet("failed", name, 0.25, 0.5, "max_value returned " + "3 " * 30)
    own = Quotation("You wrote:", ("x " * 60, ""))
    rows = table(report(replace(WRONG, details=((facet, own),))), verbose=True)
    first, second, *rest = rows.split("\n")[2:]
    start = f"    ✗ {name:<13}  0.25/0.5  "
    assert first.startswith(f"{start}max_value returned 3 3")
    assert second.startswith(" " * len(start) + "3 3")
    title = rest.index("    You wrote:")
    assert rest[title + 1].startswith("      | x x")
    assert rest[title + 2].startswith("      |   x x")
    assert "      |" in rest[title + 3 :]


def test_notes_are_made_safe() -> None:
    """A note may hold the name of a file that a student chose."""
    rows = table(report(notes=("a\x1b[2J", "b " * 60))).split("\n")
    assert rows[2] == "a\\x1b[2J"
    assert max(map(len, rows)) <= WIDTH


@settings(database=None)  # whoever runs this may not write here
@given(
    st.lists(
        st.builds(
            Entry,
            name=st.text(max_size=300),
            group=st.text(max_size=200),
            headline=st.text("ab -", max_size=500),
            score=st.none() | st.floats(0, 1e9),
            max_score=st.none() | st.floats(0, 1e9),
            passed=st.booleans(),
            details=blocks_of(st.text("ab -\t", max_size=300)),
        ),
        max_size=4,
    ),
    st.booleans(),
)
def test_never_wider(entries: list[Entry], verbose: bool) -> None:  # noqa: FBT001
    """Whatever is in it, no line is longer than 80 columns."""
    clean = [
        replace(e, name=_one_line(e.name), group=_one_line(e.group)) for e in entries
    ]
    lines = table(report(*clean), verbose=verbose).split("\n")
    assert max(map(len, lines)) <= WIDTH


def _one_line(text: str) -> str:
    return "".join(sign if sign.isprintable() else "?" for sign in text)


@pytest.mark.parametrize(
    "text, shown",
    [("✓ 3 · 4", "v 3 . 4"), ("✗ –/2 …", "x -/2 ~"), ("α β 樹", "a b ?")],
)
def test_lookalikes(text: str, shown: str) -> None:
    """In ASCII each sign has another in its place, as wide."""
    codecs.register_error("lookalikes-test", lookalikes)
    assert text.encode("ascii", "lookalikes-test").decode() == shown


def test_folders_are_left_out_where_the_rest_tells_names_apart() -> None:
    """A row has more room for its sentence; but no two rows have the same name."""
    names = ("lectures/a", "lectures/b", "nim/b")
    rows = table(report(*[replace(RIGHT, name=name) for name in names])).split("\n")
    assert [row.split()[1] for row in rows[1:4]] == ["a", "lectures/b", "nim/b"]


def numbered(entry: Entry, count: int) -> list[Entry]:
    """The entry so many times, under the names t1, t2, …."""
    return [replace(entry, name=f"t{i + 1}") for i in range(count)]


def test_what_is_said_of_several_trees_is_said_once() -> None:
    """With their points together; of rows that differ each by itself."""
    other = replace(WRONG, headline="raised ValueError")
    expected = """\
minimax                                                                  3.5/7.5
 ✗ 3 trees   1.5/4.5  max_value returned 2, expected 3 (t1, t2 and t3)
 ✓ fig_5_2   1.5/1.5  correct
 ✗ nim       0.5/1.5  raised ValueError

Total                                                                    3.5/7.5"""
    one, two, three = numbered(WRONG, 3)
    assert table(report(one, RIGHT, two, other, three)) == expected


def test_all_trees_of_a_question_need_no_names() -> None:
    """As on an empty stub."""
    rows = table(report(*numbered(replace(WRONG, headline="write it"), 20)))
    assert rows.split("\n")[1].split(maxsplit=4)[-1] == "write it"


def test_two_of_a_kind_right_rows_and_checks_stand_by_themselves() -> None:
    """Which trees are right is worth a look, and a check is no tree."""
    check = replace(WRONG, group="checks")
    entries = [*numbered(WRONG, 2), *numbered(RIGHT, 3), *numbered(check, 3)]
    rows = [row for row in table(report(*entries)).split("\n") if row[:1] == " "]
    assert len(rows) == 8


def test_a_row_for_each_tree_with_details() -> None:
    """`verbose` tells what there is to tell of each."""
    more = ((Sentence("more"),),)
    entries = [replace(entry, details=more) for entry in numbered(WRONG, 3)]
    rows = table(report(*entries), verbose=True).split("\n")
    assert rows.count("    more") == 3
    assert "3 trees" not in table(report(*entries), verbose=True)


def test_prints_of_a_right_row() -> None:
    """`verbose` shows them, since who looks for a mistake prints everywhere."""
    own = Quotation(PRINTED, ("at A",))
    entry = replace(RIGHT, printed=(own,))
    rows = table(report(entry), verbose=True).split("\n")
    assert rows[2:4] == [f"    {PRINTED}", "      | at A"]
    assert "printed" not in table(report(entry))


def test_a_tree_is_drawn_below_what_failed_but_not_where_the_search_broke_off() -> None:
    """There nobody can see what was cut and what was not come to; a page replays it."""
    broken, wrong = page_reports.other().all()[:2]
    assert "△" in table(report(wrong), verbose=True)
    assert "△" not in table(report(broken), verbose=True)
