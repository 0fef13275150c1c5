"""The answers to a table as a file: the way back, stale ones, broken ones, parts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.answers.file import answers_path, grouped_tests
from autograder.assignment.questions import Assignment, Part
from autograder.errors import UntoldError
from autograder.game import LARGEST
from autograder.kinds.table.question import (
    Row,
    Table,
    TableAnswers,
    TableTest,
    dump_answers,
    load_answers,
    parse_answers,
)
from tests.asking import row_test
from tests.small import ROOT

QUESTION = Table("f", "f", "f", facets=("result",))
ONE = row_test(QUESTION, "one", (Row((1,)), Row((2,))))
TWO = row_test(QUESTION, "two", (Row(("a", (1, 2))),), part=Part(visibility="hidden"))
TESTS = (ONE, TWO)
ANSWERS = TableAnswers(("x", "y"), {"one": (1, 2), "two": (0.5,)})
TEXT = """\
{
  "names": ["x", "y"],
  "results": {
    "one": {
      "f(1)": 1,
      "f(2)": 2
    },
    "two": {
      "f('a', [1, 2])": 0.5
    }
  }
}
"""


def assignment(folder: Path, *tests: TableTest) -> Assignment:
    """One with these tests, whose answers stand below a folder."""
    return Assignment(folder, "T", tests, 480.0)


def told(folder: Path, content: str | bytes | None, *tests: TableTest) -> str:
    """What is said of a file of answers that cannot be used."""
    asked = assignment(folder, *tests)
    path = answers_path(asked, ONE.question)
    if content is not None:
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(UntoldError) as caught:
        load_answers(asked, tests)
    where, _, rest = str(caught.value).partition(": ")
    found, _, remedy = rest.partition("; ")
    assert where == str(path)
    assert remedy == f"run `./run_autograder answers {asked.folder}`"
    return found


# The file


def test_a_call_and_its_result_stand_in_a_line() -> None:
    """So that a change of one row is a change of one line."""
    answers = TableAnswers(ANSWERS.names, ANSWERS.results)
    assert dump_answers(answers, TESTS).split() == TEXT.split()


def test_what_is_written_reads_back() -> None:
    """Names and results."""
    assert parse_answers(dump_answers(ANSWERS, TESTS), TESTS) == ANSWERS


LEAVES = (
    st.none()
    | st.booleans()
    | st.integers(-LARGEST, LARGEST)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text()
)
LISTS = st.recursive(
    st.lists(LEAVES, max_size=3).map(tuple),
    lambda items: st.lists(items | LEAVES, max_size=3).map(tuple),
    max_leaves=8,
)


@given(st.lists(LISTS, min_size=2, max_size=2), st.text())
def test_any_result_reads_back(results: list[Any], about: str) -> None:
    """Exactly: 1 is neither 1.0 nor true, and a text is no number."""
    question = Table("f", "f", "f", "sequence", facets=("result",))
    test = row_test(question, about, ONE.rows)
    answers = TableAnswers((), {about: tuple(results)})
    assert repr(parse_answers(dump_answers(answers, [test]), (test,))) == repr(answers)


def test_laws_need_no_results() -> None:
    """Where nothing but laws earns points there is nothing to record."""
    question = Table("f", "f", "f", laws=("equal_sides",), facets=("laws",))
    test = row_test(question, "all", (Row((1, 0, 1, 0)),))
    answers = TableAnswers(("c", "k", "c2", "k2"), {})
    assert parse_answers(dump_answers(answers, [test]), (test,)) == answers


def test_load_is_parse_of_the_file(tmp_path: Path) -> None:
    """`answers/f.table.json` beside the assignment."""
    asked = assignment(tmp_path, *TESTS)
    path = tmp_path / "answers" / "f.table.json"
    assert answers_path(asked, ONE.question) == path
    path.parent.mkdir()
    path.write_text(dump_answers(ANSWERS, TESTS), encoding="utf-8")
    assert load_answers(asked, TESTS) == ANSWERS


def test_all_entries_of_a_question_have_one_file() -> None:
    """Tests are found by the question's name, in their order."""
    other = row_test(Table("g", "g", "g"), "one", ())
    asked = assignment(ROOT, ONE, other, TWO)
    assert grouped_tests(asked, TableTest) == {"f": (ONE, TWO), "g": (other,)}


# What is wrong with it


def test_no_answers(tmp_path: Path) -> None:
    """Before they were ever computed."""
    assert told(tmp_path, None, *TESTS) == "there are no answers"


def test_answers_that_are_a_folder(tmp_path: Path) -> None:
    """What the system says is repeated."""
    answers_path(assignment(tmp_path), ONE.question).mkdir(parents=True)
    assert told(tmp_path, None, *TESTS) == "cannot be read (Is a directory)"


@pytest.mark.parametrize(
    "rows",
    [
        (Row((1,)), Row((3,))),
        (Row((1,)), Row((2,)), Row((3,))),
        (Row((2,)), Row((1,))),
        (Row((1,)),),
        (Row((1.0,)), Row((2,))),
        (Row(("1",)), Row((2,))),
    ],
    ids=["changed", "added", "reordered", "removed", "a float", "a text"],
)
def test_answers_to_other_rows_are_stale(tmp_path: Path, rows: tuple[Row, ...]) -> None:
    """Whatever is done to a row, it is not the one that was computed."""
    changed = row_test(QUESTION, "one", rows)
    assert (
        told(tmp_path, dump_answers(ANSWERS, TESTS), changed, TWO) == "these are stale"
    )


def test_answers_without_a_group_are_stale(tmp_path: Path) -> None:
    """As are those where it has another name."""
    renamed = row_test(QUESTION, "three", ONE.rows)
    assert (
        told(tmp_path, dump_answers(ANSWERS, TESTS), renamed, TWO) == "these are stale"
    )


@pytest.mark.parametrize("compare", ["number", "sequence"])
@pytest.mark.parametrize("result", ["null", "true", '"3"', '{"a": 1}'])
def test_results_that_no_table_holds_are_stale(
    tmp_path: Path, compare: str, result: str
) -> None:
    """Somebody has changed how results are compared, or the file by hand."""
    question = Table("f", "f", "f", compare, facets=("result",))
    test = row_test(question, "one", ONE.rows[:1])
    text = f'{{"names": [], "results": {{"one": {{"f(1)": {result}}}}}}}'
    assert told(tmp_path, text, test) == "these are stale"


@pytest.mark.parametrize(
    "text, fault",
    [
        ("", "JSONDecodeError"),
        ("{", "JSONDecodeError"),
        (b"\xff", "UnicodeDecodeError"),
        ("[]", "TypeError"),
        ("3", "TypeError"),
        ("{}", "KeyError"),
        ('{"names": [], "results": []}', "AttributeError"),
        ('{"names": [], "results": {"one": []}}', "these are stale"),
        ('{"names": 3, "results": %s}', "TypeError"),
    ],
)
def test_a_file_that_holds_no_answers(
    tmp_path: Path, text: str | bytes, fault: str
) -> None:
    """Half a file, a file of something else: one sentence, and what to do."""
    results = json.dumps({"one": {"f(1)": 1, "f(2)": 2}})
    content = text.replace("%s", results) if isinstance(text, str) else text
    found = told(tmp_path, content, ONE)
    assert found == fault or found.startswith(
        f"not answers, or those of another version ({fault}"
    )


# Parts


def test_of_leaves_nothing_of_other_tests() -> None:
    """None of their results."""
    text = dump_answers(ANSWERS, [ONE])
    left = json.loads(text)
    assert left["names"] == ["x", "y"]
    assert [*left["results"]] == ["one"]
    assert [*left["results"]["one"].values()] == [1, 2]
    assert "two" not in text
