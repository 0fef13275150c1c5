"""Rows and their results: what is the same, verdicts, points."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.assignment.questions import Limits
from autograder.game import LARGEST, Content
from autograder.judging.verdicts import Verdict
from autograder.kinds.table.judging import (
    RowSeen,
    TableObserved,
    TableResult,
    calls,
    is_same,
    judge,
    stand_in_observation,
)
from autograder.kinds.table.kind import headline
from autograder.kinds.table.question import Row, Table, TableAnswers, TableTest
from autograder.observing.observation import Observation
from autograder.observing.outcome import Fault, Outcome, Returned, decode
from autograder.sandbox.sandbox import Sandbox
from autograder.worker.values import encode_whole
from tests.asking import earned_by, row_test
from tests.cases import for_each

POINTS = {"result": 4, "laws": 2}
LAWS = ("equal_sides", "one_piece_more")


def asking(compare: str = "number", tolerance: float = 1e-9, **others: Any) -> Table:
    """A question with four points for results, unless others are given."""
    return Table("f", "f", "f", compare, tolerance, **{"facets": ("result",), **others})


def asked(question: Table, *rows: tuple[Content, ...]) -> TableTest:
    """A test of these rows."""
    shares = [(facet, POINTS[facet]) for facet in question.facets]
    return row_test(question, "all", tuple(map(Row, rows)), shares)


def came_of(value: object) -> Outcome:
    """What is known of a value that a submission returned."""
    return decode({"returned": encode_whole(value)})


def judged(test: TableTest, right: tuple[Content, ...], *found: object) -> TableResult:
    """The judgement on a submission that returned this; a Fault is what it did."""
    outcomes = [v if isinstance(v, Fault) else came_of(v) for v in found]
    seen = tuple(
        RowSeen(row, Observation("f", "f(x)", outcome))
        for row, outcome in zip(test.rows, outcomes, strict=True)
    )
    results = {test.about: right} if test.question.asks_for("result") else {}
    return judge(test, TableAnswers(("x",), results), TableObserved(seen))


# What is the same

NUMBERS = st.integers(-LARGEST, LARGEST) | st.floats(
    allow_nan=False, allow_infinity=False
)
LEAVES = NUMBERS | st.none() | st.booleans() | st.text(max_size=5)
LISTS = st.lists(
    st.recursive(LEAVES, lambda i: st.lists(i, max_size=3).map(tuple), max_leaves=6),
    max_size=5,
).map(tuple)


@for_each(
    "one, other, same",
    [
        (1, 1, True),
        (1, 1.0, True),
        (0, -0.0, True),
        (1, 1 + 1e-10, True),
        (1, 1 + 1e-8, False),
        (0, 1e-10, True),
        (0, 1e-8, False),
        (1e12, 1e12 + 100, True),
        (1, 2, False),
        (1, -1, False),
        (1, True, False),
        (0, False, False),
        (0, None, False),
        (1, "1", False),
    ],
)
def test_numbers(one: Content, other: Content, same: bool) -> None:  # noqa: FBT001
    """Whole or not, to nine places; truth values, texts and None are none."""
    assert is_same(asking(), one, other) is same
    assert is_same(asking(), other, one) is same


@pytest.mark.parametrize(
    "tolerance, found, same",
    [
        (0, 1.917, True),
        (0, 1.917 + 1e-12, False),
        (1e-3, 1.9175, True),
        (1e-3, 1.92, False),
        (0.5, 1.5, True),
    ],
)
def test_a_tolerance(tolerance: float, found: float, same: bool) -> None:  # noqa: FBT001
    """Relative, and absolute below 1."""
    assert is_same(asking(tolerance=tolerance), found, 1.917) is same


@for_each(
    "one, other, sequence, as_set",
    [
        ((), (), True, True),
        ((1, 2), (1, 2), True, True),
        ((1, 2), (2, 1), False, True),
        ((1, 2), (1, 2, 2), False, True),
        ((1, 2), (1,), False, False),
        ((1,), (), False, False),
        (((0, 1), (1, 0)), ((1, 0), (0, 1)), False, True),
        (((0, 1),), ((1, 0),), False, False),
        ((1,), (1.0,), True, True),
        ((1,), (1 + 1e-10,), True, True),
        ((1,), (True,), False, False),
        ((None,), (None,), True, True),
        ((None,), (0,), False, False),
        ((True, False), (True, False), True, True),
        (("1",), (1,), False, False),
        (("a",), ("a",), True, True),
        (((),), ((),), True, True),
        (((),), (None,), False, False),
        (((1, ("a", None)),), ((1, ("a", None)),), True, True),
    ],
)
def test_lists(one: Content, other: Content, *, sequence: bool, as_set: bool) -> None:
    """In their order; of a set neither the order counts nor how often."""
    for pair in ((one, other), (other, one)):
        assert is_same(asking("sequence"), *pair) is sequence
        assert is_same(asking("set"), *pair) is as_set


@given(LISTS)
def test_a_list_is_itself(items: tuple[Content, ...]) -> None:
    """Whatever it holds."""
    assert is_same(asking("sequence"), items, items)
    assert is_same(asking("set"), items, (*items, *reversed(items)))


@given(LISTS, LISTS)
def test_a_set_without_tolerance_is_pythons(
    one: tuple[Content, ...], other: tuple[Content, ...]
) -> None:
    """But that truth values are no numbers there."""

    def told_apart(item: Content) -> object:
        if isinstance(item, tuple):
            return tuple(map(told_apart, item))
        return (type(item), item) if isinstance(item, bool) else item

    as_sets = ({*map(told_apart, each)} for each in (one, other))
    first, second = as_sets
    assert is_same(asking("set", 0), one, other) is (first == second)


# Verdicts


@for_each(
    "compare, right, found, verdict",
    [
        ("number", 3, 3, Verdict.CORRECT),
        ("number", 3, 3.0, Verdict.CORRECT),
        ("number", 3, 4, Verdict.WRONG_VALUE),
        ("number", 1, True, Verdict.WRONG_TYPE),
        ("number", 3, "3", Verdict.WRONG_TYPE),
        ("number", 3, None, Verdict.WRONG_TYPE),
        ("number", 3, [3], Verdict.WRONG_TYPE),
        ("number", 3, math.inf, Verdict.WRONG_TYPE),
        ("number", 3, math.nan, Verdict.WRONG_TYPE),
        ("number", 3, 2**60, Verdict.WRONG_TYPE),
        ("sequence", (1, 2), [1, 2], Verdict.CORRECT),
        ("sequence", (1, 2), (1, 2), Verdict.CORRECT),
        ("sequence", (1, 2), [2, 1], Verdict.WRONG_VALUE),
        ("sequence", (), [], Verdict.CORRECT),
        ("sequence", (), None, Verdict.WRONG_TYPE),
        ("sequence", (1, 2), {1, 2}, Verdict.WRONG_TYPE),
        ("sequence", (1, 2), {1: 0, 2: 0}, Verdict.WRONG_TYPE),
        ("sequence", (1,), 1, Verdict.WRONG_TYPE),
        ("sequence", ("a",), "a", Verdict.WRONG_TYPE),
        ("sequence", (1,), [math.inf], Verdict.WRONG_TYPE),
        ("sequence", ((1, 2),), [{1, 2}], Verdict.WRONG_TYPE),
        ("sequence", (1,), map(abs, [1]), Verdict.WRONG_TYPE),
        ("set", (1, 2), {2, 1}, Verdict.CORRECT),
        ("set", (1, 2), frozenset({2, 1}), Verdict.CORRECT),
        ("set", (1, 2), [2, 1, 2], Verdict.CORRECT),
        ("set", ((0, 1),), {(0, 1)}, Verdict.CORRECT),
        ("set", (1, 2), {1}, Verdict.WRONG_VALUE),
        ("set", (), set(), Verdict.CORRECT),
        ("set", (1, 2), {1: 0, 2: 0}, Verdict.WRONG_TYPE),
        ("number", 3, Fault("timeout"), Verdict.TIMED_OUT),
        ("number", 3, Fault("stub"), Verdict.NOT_FILLED_IN),
        ("number", 3, Fault("module"), Verdict.MODULE_MISSING),
        ("number", 3, Fault("grader"), Verdict.GRADER_ERROR),
    ],
)
def test_the_verdict_on_a_row(
    compare: str, right: Content, found: object, verdict: Verdict
) -> None:
    """All four points, or none."""
    result = judged(asked(asking(compare), (1,)), (right,), found)
    assert result.verdict is verdict
    assert result.points == (4 if verdict is Verdict.CORRECT else 0)


def test_the_first_row_that_is_wrong() -> None:
    """It is told, with what was expected; the others are known."""
    result = judged(asked(asking(), (1,), (2,), (3,)), (1, 2, 3), 1, 5, None)
    assert result.wrong is not None
    assert result.wrong.seen.row.arguments == (2,)
    assert result.wrong.expected == 2
    assert result.verdict is result.wrong.verdict is Verdict.WRONG_VALUE
    (finding,) = result.findings
    assert [each.expected for each in finding.wrong] == [2, 3]
    assert (result.points, result.test.points.max_points) == (0, 4)


# Laws

SIDES = ((1, 0, 1, 0), (2, 0, 1, 0), (1, 0, 2, 0))


def lawful(*found: object, facets: tuple[str, ...]) -> TableResult:
    """The judgement where laws are kept, or are not."""
    question = asking(laws=LAWS, facets=facets)
    return judged(asked(question, *SIDES), (0, 1, -1), *found)


@for_each(
    "found, verdict, broken",
    [
        ((0, 1, -1), Verdict.CORRECT, []),
        ((0, 9, -0.5), Verdict.CORRECT, []),
        ((0, 0, 0), Verdict.CORRECT, []),
        ((3, 4, -1), Verdict.BREAKS_A_LAW, ["equal_sides"]),
        ((0, -1, 0), Verdict.BREAKS_A_LAW, ["one_piece_more"]),
        ((1, -1, 0), Verdict.BREAKS_A_LAW, ["equal_sides", "one_piece_more"]),
        ((True, 1, -1), Verdict.WRONG_TYPE, []),
        ((0, math.inf, -1), Verdict.WRONG_TYPE, []),
        ((0, 1, Fault("crash")), Verdict.CRASHED, []),
    ],
)
def test_laws(found: tuple[object, ...], verdict: Verdict, broken: list[str]) -> None:
    """Any numbers do that keep them; what is no number breaks none, and is wrong."""
    result = lawful(*found, facets=("laws",))
    (finding,) = result.findings
    assert result.verdict is verdict
    assert [breach.law.name for breach in finding.broken] == broken
    assert result.points == (2 if verdict is Verdict.CORRECT else 0)


@for_each(
    "value, result, verdict",
    [
        (math.inf, math.inf, Verdict.CORRECT),
        (7, math.inf, Verdict.CORRECT),  # a number, which breaks no law
        (-1, math.inf, Verdict.BREAKS_A_LAW),
        (math.inf, 7, Verdict.WRONG_TYPE),
        (math.inf, None, Verdict.WRONG_TYPE),
    ],
)
def test_laws_where_a_row_is_infinite(
    value: object, result: Content, verdict: Verdict
) -> None:
    """What has no end is a number only where the row's own result has none."""
    question = asking(laws=("one_piece_more",), facets=("laws",))
    rows = Row(SIDES[0], 0), Row(SIDES[1], result)
    test = replace(asked(question, *SIDES[:2]), rows=rows)
    assert judged(test, (0, math.inf), 0, value).verdict is verdict


def test_results_and_laws_are_paid_apart() -> None:
    """Other results may keep all laws."""
    result = lawful(0, 5, -5, facets=("result", "laws"))
    assert [*earned_by(result).values()] == [0, 2]
    assert result.verdict is Verdict.WRONG_VALUE
    assert result.wrong is not None
    assert (result.wrong.seen.row.arguments, result.wrong.expected) == (SIDES[1], 1)


def test_the_first_wrong_row_decides_and_not_the_worst() -> None:
    """Its verdict is the test's: a later call that raises takes nothing from it."""
    result = lawful(7, 1, Fault("crash"), facets=("result", "laws"))
    assert [f.verdict for f in result.findings] == [
        Verdict.WRONG_VALUE,
        Verdict.CRASHED,
    ]
    assert result.verdict is Verdict.WRONG_VALUE
    assert headline(result) == "f(1, 0, 1, 0) returned 7, expected 0"


# In a worker


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    """One for all submissions."""
    with Sandbox() as shared:
        yield shared


def seen_of(
    sandbox: Sandbox, text: str, *rows: tuple[Content, ...], **others: Any
) -> TableObserved:
    """What a submission of this text does on rows."""
    folder = sandbox.folder / "submission"
    folder.mkdir(exist_ok=True)
    (folder / "f.py").write_text(text, encoding="utf-8")
    test = asked(asking(limits=Limits(0.5, 256, 8)), *rows)
    job, seen = calls(sandbox, folder, test, others.get("names", ("x",)))
    return seen(sandbox.run(job))


def test_each_row_is_called_in_its_order(sandbox: Sandbox) -> None:
    """In one worker, and what is printed is kept."""
    text = (
        "made = []\ndef f(x):\n    made.append(x)\n    print(x)\n    return len(made)\n"
    )
    found = seen_of(sandbox, text, ("a",), ("b",), ("a",))
    assert [seen.outcome for seen in found.rows] == [*map(came_of, (1, 2, 3))]
    assert found.printed == "a\nb\na\n"
    assert not any(seen.changed for seen in found.rows)


@for_each(
    "argument",
    [3, -0.5, math.inf, -math.inf, True, None, "no", "", "a\nb\x1b", (), ((1, "a"),)],
)
def test_arguments_cross_as_they_are(sandbox: Sandbox, argument: Content) -> None:
    """With their types, and lists as lists."""
    text = "def f(x):\n    return [repr(x)]\n"
    (seen,) = seen_of(sandbox, text, (argument,)).rows
    lists = repr(argument).replace(",)", ")").replace("(", "[").replace(")", "]")
    assert seen.outcome == came_of([lists])


@for_each(
    "change, changed",
    [
        ("x.pop()", True),
        ("x.append(1)", True),
        ("x.reverse()", True),
        ("x[0] = True", True),
        ("x[1].append(1)", True),
        ("x[1] = []", True),
        ("x[2] = 0.0", True),
        ("x.append(x)", True),
        ("x[0] = x", True),
        ("x = sorted(map(str, x))", False),
        ("x[0] = 1", False),
        ("x.append(1); x.pop()", False),
        ("x = None", False),
    ],
)
def test_a_call_that_changes_its_arguments(
    sandbox: Sandbox,
    change: str,
    changed: bool,  # noqa: FBT001
) -> None:
    """It is known, also where they hold what is infinite; the next has its own."""
    text = f"def f(x):\n    n = len(x)\n    {change}\n    return n\n"
    row = (1, (2,), 0, math.inf)
    found = seen_of(sandbox, text, (row,), (row,))
    assert [seen.outcome for seen in found.rows] == [came_of(4), came_of(4)]
    assert [seen.changed for seen in found.rows] == [changed, changed]


def test_a_call_that_ends_the_worker_leaves_the_rest_unmade(sandbox: Sandbox) -> None:
    """Those before it count; those behind it were never called."""
    text = "import os\ndef f(x):\n    return x if x < 2 else os._exit(0)\n"
    first, second, third = seen_of(sandbox, text, (1,), (2,), (3,)).rows
    assert first.outcome == came_of(1)
    assert isinstance(second.outcome, Fault)
    assert isinstance(third.outcome, Fault)
    assert (second.outcome.kind, second.outcome.stage) == ("ended", "call")
    assert (third.outcome.kind, third.outcome.stage) == ("ended", "unreached")


def test_a_worker_that_tells_lies_is_heard_in_bounds(sandbox: Sandbox) -> None:
    """What is sent in the place of a result is checked."""
    text = (
        "import autograder.worker.values as values\n"
        "values.encode_whole = lambda x: {'kind': 'list', 'text': '', 'items': x}\n"
        "def f(x):\n    return x\n"
    )
    deep: Content = 1
    for _ in range(7):
        deep = (deep,)
    found = seen_of(sandbox, text, (1,), (deep,), ((math.inf,),))
    kinds = [seen.outcome.kind for seen in found.rows[1:]]
    assert kinds == ["violation", "violation"]


def test_a_call_by_itself(sandbox: Sandbox) -> None:
    """Without what an earlier one has left."""
    text = "made = []\ndef f(x):\n    made.append(x)\n    return sum(made)\n"
    found = seen_of(sandbox, text, (1,), (2,))
    assert found.rows[1].outcome == came_of(3)
    alone = seen_of(sandbox, text, (2,))
    assert alone.rows[0].outcome == came_of(2)


def test_what_stands_for_calls_that_are_not_made(tmp_path: Path) -> None:
    """A fault for each row; where no names are known, arguments are counted."""
    del tmp_path
    test = asked(asking(), (1, 2), (3, 4))
    found = stand_in_observation(test, (), Fault("module", "f.py is missing"))
    assert [seen.call.signature for seen in found.rows] == ["f(…, …)", "f(…, …)"]
    named = stand_in_observation(test, ("a", "b"), Fault("module"))
    assert named.rows[0].call.signature == "f(a, b)"
    assert isinstance(found.rows[0].outcome, Fault)
    assert not isinstance(found.rows[0].outcome, Returned)
