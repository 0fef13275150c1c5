"""Questions of `kind: table`: every key, every complaint, and the way back."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from autograder.assignment.questions import Assignment, Limits, Part
from autograder.errors import FileProblems
from autograder.game import LARGEST
from autograder.kinds import all as assignments
from autograder.kinds.table.question import MOST_ROWS, Row, Table, TableTest
from tests.asking import points_of

HEAD = "questions:\n- name: f\n  kind: table\n"
PAID = "  points: {result: 1}\n"
LAWFUL = "  points: {laws: 1}\n"
LAWS = (
    "between_loss_and_win, equal_sides, king_above_checker, one_piece_more, "
    "sides_swapped and utility_at_the_end"
)
SIDES = "{equal: [[1, 0, 1, 0]]}"


def load(folder: Path, text: str) -> Assignment:
    """The assignment of a text."""
    (folder / "assignment.yaml").write_text(text, encoding="utf-8")
    return assignments.load(folder)


def table(folder: Path, text: str) -> tuple[TableTest, ...]:
    """The tests of a table with these keys behind its name and kind."""
    found = load(folder, HEAD + text).tests
    assert all(isinstance(test, TableTest) for test in found)
    return found  # type: ignore[return-value]


def problems(folder: Path, text: str) -> list[str]:
    """What is wrong with it, as `line:column: message`."""
    with pytest.raises(FileProblems) as caught:
        load(folder, HEAD + text)
    place = f"{folder / 'assignment.yaml'}:"
    return [str(each).removeprefix(place) for each in caught.value.problems]


# What files mean


def test_defaults(tmp_path: Path) -> None:
    """A table needs a name, points and rows; all else follows."""
    (found,) = table(tmp_path, PAID + "  rows: {all: [[1, 2]]}\n")
    assert found.question == Table(
        "f",
        "f",
        "f",
        compare="number",
        tolerance=1e-9,
        laws=(),
        facets=("result",),
        limits=Limits(2.0, 512, 256),
        names=(),
    )
    assert (found.about, found.rows) == ("all", (Row((1, 2)),))
    assert (found.visibility, found.feedback) == ("visible", "full")


def test_every_key(tmp_path: Path) -> None:
    """Each is read, and facets come in the order of the report."""
    (found,) = table(
        tmp_path,
        "  module: board\n  function: worth\n  compare: number\n  tolerance: 0.5\n"
        "  laws: [equal_sides]\n  points: {laws: 2, result: 1}\n"
        "  limits: {seconds: 0.5, memory_mb: 64, output_kb: 8}\n"
        "  visibility: hidden\n  feedback: diagnosis\n"
        "  rows: {equal: [{of: [1, 0, 1, 0], is: 0}]}\n",
    )
    assert found.question == Table(
        "f",
        "board",
        "worth",
        "number",
        0.5,
        ("equal_sides",),
        facets=("result", "laws"),
        limits=Limits(0.5, 64, 8),
    )
    assert (found.visibility, found.feedback) == ("hidden", "diagnosis")
    assert found.points.max_points == 3
    assert found.question.functions_to_write() == ("worth",)


def test_each_row_of_a_list_is_a_test(tmp_path: Path) -> None:
    """By the name of its call; a call that is cut is numbered."""
    long = "x" * 80
    found = table(tmp_path, PAID + f"  rows: [[1], [[2, a]], [{long}1], [{long}2]]\n")
    cut = f"f('{'x' * 56}…"
    assert ["f(1)", "f([2, 'a'])", cut, f"{cut} #2"] == [t.about for t in found]
    assert [len(test.rows) for test in found] == [1, 1, 1, 1]


def test_each_group_is_a_test(tmp_path: Path) -> None:
    """By its name, whatever YAML would take that for."""
    names = ("1", "null", "~", "1e3", "no", "a/b [c]")
    rows = "".join(f"    {name}: [[1], [2]]\n" for name in names)
    found = table(tmp_path, f"{PAID}  rows:\n{rows}")
    assert names == tuple(test.about for test in found)
    assert {test.rows for test in found} == {(Row((1,)), Row((2,)))}


def test_a_row_with_its_result(tmp_path: Path) -> None:
    """`of` the arguments it `is` that; the place is known."""
    (found,) = table(tmp_path, PAID + "  rows:\n  - {of: [4, 5], is: 9}\n")
    (row,) = found.rows
    assert Row((4, 5), 9) == row
    assert row.mark == (6, 5)


def test_each_is_all_combinations(tmp_path: Path) -> None:
    """The last argument changes first, as in a table."""
    (found,) = table(tmp_path, PAID + "  rows: {g: [{each: [[1, 2], [x, y]]}, [3, z]]}")
    combined = [(1, "x"), (1, "y"), (2, "x"), (2, "y"), (3, "z")]
    assert combined == [row.arguments for row in found.rows]


@pytest.mark.parametrize(
    "text, value",
    [
        ("3", 3),
        ("-0.5", -0.5),
        ("1.0e+3", 1000.0),
        (".inf", math.inf),
        ("-.inf", -math.inf),
        ("true", True),
        ("false", False),
        ("null", None),
        ("~", None),
        ("max", "max"),
        ("'3'", "3"),
        ("'no'", "no"),
        ("'.inf'", ".inf"),
        ("''", ""),
        ('"a\\nb"', "a\nb"),
        ("[]", ()),
        ("[1, [a, [null]]]", (1, ("a", (None,)))),
        ("[-.inf, [.inf]]", (-math.inf, (math.inf,))),
        (str(2**53), 2**53),
        ("[" * 19 + "1" + "]" * 19, None),
    ],
)
def test_arguments(tmp_path: Path, text: str, value: Any) -> None:
    """Numbers, infinite ones too, texts, truth values, nothing, and lists of these."""
    (found,) = table(tmp_path, f"{PAID}  rows: {{g: [[{text}]]}}\n")
    (argument,) = found.rows[0].arguments
    if text.startswith("[[[["):
        assert repr(argument).count("(") == 19
    else:
        assert (type(value), value) == (type(argument), argument)


def test_rows_of_no_arguments(tmp_path: Path) -> None:
    """A function may take none."""
    (found,) = table(tmp_path, PAID + "  rows: [{of: [], is: 3}]\n")
    assert ("f()", (Row((), 3),)) == (found.about, found.rows)


def test_what_is_equal_is_not_the_same(tmp_path: Path) -> None:
    """1, 1.0 and true are three rows, as a function may tell them apart."""
    (found,) = table(tmp_path, PAID + "  rows: {g: [[1], [1.0], [true], ['1']]}\n")
    assert [row.arguments[0] for row in found.rows] == [1, 1.0, True, "1"]


@pytest.mark.parametrize("compare", ["sequence", "set"])
def test_results_that_are_lists(tmp_path: Path, compare: str) -> None:
    """Of numbers, texts, truth values, nothing and lists."""
    text = f"  compare: {compare}\n  rows: [{{of: [1], is: [[0, a], true, null]}}]\n"
    (found,) = table(tmp_path, PAID + text)
    assert found.rows[0].result == ((0, "a"), True, None)


def test_one_function_in_several_entries(tmp_path: Path) -> None:
    """Each with points, a comparison and a visibility of its own."""
    text = (
        PAID + "  rows: {a: [[1]]}\n- name: f\n  kind: table\n  visibility: hidden\n"
        "  points: {result: 5}\n  rows: {b: [[1]]}\n"
    )
    found = table(tmp_path, text)
    assert [
        (test.about, test.points.max_points, test.visibility) for test in found
    ] == [
        ("a", 1, "visible"),
        ("b", 5, "hidden"),
    ]


def test_as_many_rows_as_may_be(tmp_path: Path) -> None:
    """Ten thousand that begin alike are read in seconds."""
    rows = "".join(f"  - ['{'x' * 70}{n}']\n" for n in range(MOST_ROWS))
    assert len(table(tmp_path, f"{PAID}  rows:\n{rows}")) == MOST_ROWS


# What is wrong with a file

DEEP = "[" * 1000 + "1" + "]" * 1000


@pytest.mark.parametrize(
    "text, told",
    [
        ("", ["2:3: a question needs `points` and `rows`"]),
        (PAID, ["2:3: a question needs `rows`"]),
        (
            PAID + "  trees: [x]\n  rows: [[1]]\n",
            ["5:3: `trees` is a key of `kind: search`"],
        ),
        (PAID + "  row: 1\n  rows: [[1]]\n", ["5:3: unknown key 'row'; did you mean"]),
        (
            "  points: {value: 1, results: 2}\n  rows: [[1]]\n",
            [
                "4:12: unknown key 'value'; known: result, laws",
                "4:22: unknown key 'results'; did you mean result?",
            ],
        ),
        (
            PAID + "  tolerance: -1\n  rows: [[1]]\n",
            ["5:14: expected a tolerance of 0 or more, found -1"],
        ),
        (
            PAID + "  tolerance: .inf\n  rows: [[1]]\n",
            ["5:14: expected a number, found .inf: it is not finite"],
        ),
        (
            PAID + "  compare: list\n  rows: [[1]]\n",
            ["5:12: expected number or sequence or set, found list"],
        ),
        (PAID + "  rows: 5\n", ["5:9: expected a list, found the text '5'"]),
        (PAID + "  rows:\n", ["5:8: expected a list, found nothing"]),
        (PAID + "  rows: []\n", ["5:9: expected at least one row"]),
        (PAID + "  rows: {}\n", ["5:9: expected at least one group of rows"]),
        (PAID + "  rows: {a: []}\n", ["5:13: expected at least one row"]),
        (PAID + "  rows: {a: }\n", ["5:13: expected a list, found nothing"]),
        (PAID + "  rows: [1]\n", ["5:10: expected a list, found the text '1'"]),
        (
            PAID + "  rows: [[{a: 1}]]\n",
            ["5:11: expected a value or a list, found a mapping"],
        ),
        (PAID + f"  rows: [[{DEEP}]]\n", ["5:31: lists nest more than 20 deep"]),
        (PAID + "  rows: {a: [[1], [1]]}\n", ["5:19: f(1) stands here twice"]),
        (PAID + "  rows: [[1], [2], [1]]\n", ["5:20: f(1) stands here twice"]),
        (
            PAID + "  rows: {a: [{each: [[1, 1]]}]}\n",
            ["5:14: f(1) stands here twice"],
        ),
        (
            PAID + "  rows: {a: [[1]]}\n- name: f\n  kind: table\n" + PAID
            + "  rows: {a: [[2]]}\n",
            ["9:10: f asks a twice"],
        ),
        (PAID + "  rows: {a: [[1]], a: [[2]]}\n", ["5:20: a: the key stands here"]),
        (PAID + "  rows: [{of: [1]}]\n", ["5:10: a row needs `is`"]),
        (PAID + "  rows: [{is: 1}]\n", ["5:10: a row needs `of`"]),
        (PAID + "  rows: [{}]\n", ["5:10: a row needs `of` and `is`"]),
        (
            PAID + "  rows: [{of: 1, is: 1}]\n",
            ["5:15: expected a list, found the text '1'"],
        ),
        (
            PAID + "  rows: [{of: [1], is: 1, was: 2}]\n",
            ["5:27: unknown key 'was'; known: of, is"],
        ),
        (
            PAID + "  rows: [{each: [[1]], is: 2}]\n",
            ["5:24: unknown key 'is'; known: each"],
        ),
        (PAID + "  rows: [{each: []}]\n", ["5:17: expected at least one argument"]),
        (
            PAID + "  rows: [{of: [1], is: null}]\n",
            ["5:24: expected a number, found None"],
        ),
        (
            PAID + "  rows: [{of: [1], is: true}]\n",
            ["5:24: expected a number, found True"],
        ),
        (
            PAID + "  rows: [{of: [1], is: .nan}]\n",
            ["5:24: .nan: it is not finite; a text needs quotes, a truth value is"],
        ),
        (
            PAID + "  rows: [{of: [1], is: '3'}]\n",
            ["5:24: expected a number, found '3'"],
        ),
        (
            PAID + "  compare: set\n  rows: [{of: [1], is: 3}]\n",
            ["6:24: expected a list, found 3"],
        ),
        (
            PAID + "  compare: sequence\n  rows: [{of: [1], is: [[.inf]]}]\n",
            ["6:24: [[inf]]: it is not finite"],
        ),
        (
            PAID + f"  rows: [[{2**53 + 1}]]\n",
            [f"5:11: {2**53 + 1} is beyond ±2**53, not exact"],
        ),
        (
            PAID + "  rows: [[1e3]]\n",
            ["5:11: 1e3: YAML reads it as text; write it like 1.0e+3; a text needs"],
        ),
        (
            PAID + "  rows: [[no]]\n",
            ["5:11: no: YAML reads it as a truth value; a text needs quotes, a truth"],
        ),
        (LAWFUL + f"  rows: {SIDES}\n", ["4:11: points for laws need `laws`"]),
        (
            PAID + f"  laws: [equal_sides]\n  rows: {SIDES}\n",
            ["5:9: laws need points for `laws`"],
        ),
        (PAID + "  rows: {'': [[1]]}\n", ["5:10: a group needs a name"]),
        (
            PAID + "  rows: {g: [{each: [[], [1]]}]}\n",
            ["5:22: expected at least one value"],
        ),
        (
            LAWFUL + f"  laws: equal_sides\n  rows: {SIDES}\n",
            ["5:9: expected a list, found the text 'equal_sides'"],
        ),
        (
            LAWFUL + f"  laws: []\n  rows: {SIDES}\n",
            ["5:9: expected at least one name"],
        ),
        (
            LAWFUL + f"  laws: [no_law, ../x]\n  rows: {SIDES}\n",
            [
                f"5:10: there is no law no_law; there are {LAWS}",
                "5:18: '../x' is not a name that Python knows",
            ],
        ),
        (
            LAWFUL + f"  laws: [equal_sides, equal_sides]\n  rows: {SIDES}\n",
            ["5:23: equal_sides stands here twice"],
        ),
        (
            LAWFUL + "  laws: [equal_sides]\n  rows: [[1, 0, 1, 0]]\n",
            ["6:9: laws compare rows: give them in groups, by name"],
        ),
        (
            LAWFUL + f"  compare: set\n  laws: [equal_sides]\n  rows: {SIDES}\n",
            ["6:9: laws are of functions that return numbers"],
        ),
    ],
)  # fmt: skip
def test_a_problem_has_its_place_and_its_remedy(
    tmp_path: Path, text: str, told: list[str]
) -> None:
    """One sentence each, with line and column; none of them follows from another."""
    found = problems(tmp_path, text)
    assert len(told) == len(found), found
    for expected, each in zip(told, found, strict=True):
        assert each.startswith(expected)


@pytest.mark.parametrize(
    "rows", ["[{each: [[%s], [%s]]}]", "{g: [{each: [[%s], [%s]]}]}"]
)
def test_too_many_rows(tmp_path: Path, rows: str) -> None:
    """No combination makes the grader work for hours."""
    many = ", ".join(map(str, range(101)))
    (found,) = problems(tmp_path, PAID + f"  rows: {rows % (many, many)}\n")
    assert found.endswith(": there are more than 10,000 rows")


def test_too_many_rows_one_by_one(tmp_path: Path) -> None:
    """Nor do groups that hold too many together."""
    groups = "".join(
        f"    g{n}: [{{each: [[{n}], [{', '.join(map(str, range(5001)))}]]}}]\n"
        for n in range(2)
    )
    (found,) = problems(tmp_path, f"{PAID}  rows:\n{groups}")
    assert found == "6:5: there are more than 10,000 rows"


@pytest.mark.parametrize(
    "kind, told",
    [
        (
            "tabel",
            "3:9: expected search or table or playouts or game or match, found tabel",
        ),
        ("", "3:8: expected a text, found nothing"),
        ("[table]", "3:9: expected a text, found a list"),
    ],
)
def test_of_an_unknown_kind_no_key_is_judged(
    tmp_path: Path, kind: str, told: str
) -> None:
    """What keys it may have is not known: nothing else is complained of."""
    text = f"questions:\n- name: f\n  kind: {kind}\n{PAID}  rows: [[1]]\n"
    with pytest.raises(FileProblems) as caught:
        load(tmp_path, text)
    (problem,) = caught.value.problems
    assert told == str(problem).removeprefix(f"{tmp_path / 'assignment.yaml'}:")


def test_a_name_is_that_of_one_function(tmp_path: Path) -> None:
    """The answers of a question are those of one; else one would be asked for two."""
    text = (
        f"{PAID}  rows: {{a: [[1]]}}\n- name: f\n  kind: table\n  function: g\n{PAID}"
        "  rows: {b: [[1]]}\n"
    )
    told = "6:3: f asks for f.g here, and for f.f above; give it another name"
    assert problems(tmp_path, text) == [told]


def test_a_name_is_that_of_one_kind(tmp_path: Path) -> None:
    """A search and a table of one name would have one diagnosis."""
    (tmp_path / "one.yaml").write_text("tree: [1, 2]")
    text = (
        f"{PAID}  rows: {{a: [[1]]}}\n- name: f\n  points: {{value: 1}}\n"
        "  trees: [one.yaml]\n"
    )
    told = "6:3: f is a search here, and a table above; give it another name"
    assert problems(tmp_path, text) == [told]


# The way back

TEXTS = st.sampled_from(
    ["1e3", "no", ".X.", "~", "null", "'", '"', "a: b", "- a", "#", " x ", "\\n", "…"]
) | st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Cn", "Co")))
NUMBERS = st.integers(-LARGEST, LARGEST) | st.floats(-(2.0**53), 2.0**53)
LEAVES = st.none() | st.booleans() | NUMBERS | TEXTS
INFINITE = st.sampled_from([math.inf, -math.inf])
ARGUMENTS = st.recursive(
    LEAVES | INFINITE,
    lambda items: st.lists(items, max_size=3).map(tuple),
    max_leaves=6,
)
RESULTS = {
    "number": NUMBERS,
    "sequence": st.lists(LEAVES, max_size=3).map(tuple),
    "set": st.lists(LEAVES, max_size=3).map(tuple),
}


@st.composite
def tables(draw: st.DrawFn) -> tuple[TableTest, ...]:
    """The tests of a table at random."""
    compare = draw(st.sampled_from([*RESULTS]))
    question = Table(
        "f",
        draw(st.sampled_from(["f", "board"])),
        draw(st.sampled_from(["f", "worth"])),
        compare,
        draw(st.sampled_from([1e-9, 0.0, 0.5, 3.0])),
        facets=("result",),
        limits=draw(st.sampled_from([Limits(), Limits(0.5, 64, 8)])),
    )
    results = st.none() | RESULTS[compare]
    rows = st.lists(
        st.builds(Row, st.lists(ARGUMENTS, max_size=3).map(tuple), results),
        min_size=1,
        max_size=4,
        unique_by=lambda row: repr(row.arguments),
    ).map(tuple)
    named = TEXTS.filter(str.strip)
    names = draw(st.lists(named, min_size=1, max_size=3, unique=True))
    points = points_of([("result", draw(st.sampled_from([1, 2.5])))])
    shown = draw(st.sampled_from([("visible", "full"), ("hidden", "none")]))
    part = Part(points.shares, None, *shown)
    return tuple(
        TableTest(question, name, draw(rows), part=part, points=points)
        for name in names
    )


@given(made=tables())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_is_written_reads_back(
    tmp_path: Path, made: tuple[TableTest, ...]
) -> None:
    """Every text, number and list, and each group by its name."""
    text = assignments.dump(Assignment(tmp_path, "T", made, 480.0))
    found = load(tmp_path, text).tests
    assert repr(made) == repr(tuple(_unmarked(test) for test in found))


def _unmarked(test: Any) -> TableTest:
    """A test as it is made, which has no places in a file."""
    question = replace(test.question, marks={})
    rows = tuple(Row(row.arguments, row.result) for row in test.rows)
    part = replace(test.part, marks={})
    unmarked: TableTest = replace(test, question=question, rows=rows, part=part)
    return unmarked


def test_laws_read_back(tmp_path: Path) -> None:
    """With their points, and rows that are combinations, written out."""
    rows = "{g: [{each: [[1, 2], [0], [1, 2], [0]]}]}"
    text = f"{HEAD}{LAWFUL}  laws: [equal_sides]\n  rows: {rows}\n"
    first = load(tmp_path, text)
    again = load(tmp_path, assignments.dump(first))
    assert first.tests == again.tests
    assert again.tests[0].points.max_points == 1
