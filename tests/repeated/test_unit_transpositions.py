"""The unit `transpositions`: alpha-beta with a table of positions.

That a table changes no value, and what must be visited, stands in
tests/answers/test_reference_transpositions.py.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from math import fsum, isclose
from pathlib import Path

import pytest

from autograder.assignment.questions import Case, unpaid_facets
from autograder.judging.verdicts import Verdict
from autograder.kinds.search import counterexample, signatures, trusted
from autograder.kinds.search.alone import requests_alone
from autograder.kinds.search.judging import judge
from autograder.kinds.search.signatures import Sheet
from autograder.observing.observation import observe, observe_inside
from autograder.sandbox.sandbox import Sandbox
from tests.unitgrading import FOLDER, REFERENCE, Graded, graded, unit

UNIT = "transpositions"
RIGHT = {
    "correct_otherwise": "bounds",
    "correct_exact": "exact_only",
    "correct_narrowing": "narrowing",
    "correct_fail_hard": "table_fail_hard",
    "correct_fresh_windows": "table_root_separate",
}
WRONG = (
    *("bound_as_exact", "keyed_by_name", "asked_first", "cut_not_kept"),
    "default_argument",
)
UNTAUGHT = 50  # of 100 points: less is for plain alpha-beta, which has no table


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    """One for all submissions."""
    with Sandbox() as shared:
        yield shared


def of(name: str, sandbox: Sandbox) -> Graded:
    """What a fixture earns."""
    return graded(UNIT, FOLDER / UNIT / name, sandbox)[UNIT]


def test_a_hundred_points() -> None:
    """And positions come again in every tree."""
    assert fsum(t.points.max_points for t in unit(UNIT).tests) == pytest.approx(100)
    for name, tree in unit(UNIT).trees().items():
        assert any("#" in label for label in tree.labels()), name


@pytest.mark.parametrize("name, convention", RIGHT.items())
def test_other_tables_keep_full_marks(
    name: str, convention: str, sandbox: Sandbox
) -> None:
    """A class for the entries; exact values alone; bounds that narrow; full windows."""
    found = of(name, sandbox)
    assert isclose(found.points, 100)
    assert all(convention in r.fitting.whole for r in found.results)


@pytest.mark.parametrize("name", WRONG)
def test_wrong_tables_lose_points(name: str, sandbox: Sandbox) -> None:
    """Each loses points."""
    assert of(name, sandbox).points < 100


def test_a_bound_for_an_exact_value_is_a_wrong_value(sandbox: Sandbox) -> None:
    """P is worth 6 at least, and 9: with 8 beside it C is worth 8."""
    found = of("bound_as_exact", sandbox)
    fact = found.fact("bounds/lower_bound")
    assert fact == ("max_value", "6", "8")


def test_a_table_that_is_never_found_in_earns_less_than_half(sandbox: Sandbox) -> None:
    """What is visited twice is told as met before."""
    found = of("keyed_by_name", sandbox)
    assert found.points < UNTAUGHT
    visits = found.decided("exact/exact_at_max").visits
    assert visits.met_before == ("P#2", "P1#2", "P2#2")


def test_a_table_that_outlives_a_search_loses_its_visits(sandbox: Sandbox) -> None:
    """The second search of a game answers by what the first has left."""
    found = of("default_argument", sandbox)
    assert found.lost() == {"search_visits"}
    twice = [r for r in found.results if "search_visits" in r.case.points.facets]
    assert len(twice) > len(found.results) / 2
    for result in twice:
        assert result.verdict is Verdict.WRONG_VISITS
        assert result.kept is None or not result.kept.positions


def case_of(name: str) -> Case:
    """A test of the unit, in which functions are judged alone, too."""
    asked = signatures.load(unit(UNIT))
    case = next(c for c in asked.cases if c.tree_name == name)
    facets = ("value", "visits", "max_value", "min_value")
    question = replace(case.question, facets=facets)
    return replace(case, question=question, points=unpaid_facets(facets))


@pytest.mark.parametrize("name", ["bounds/both_at_max", "games/nim_2_3"])
def test_a_function_alone_has_an_empty_table(name: str, sandbox: Sandbox) -> None:
    """The reference is right alone; of one that never cuts that player's is wrong."""
    case = case_of(name)
    sheet = Sheet(case, trusted.compute(case.tree, (case.question,)))
    calls = requests_alone(sheet, alone=True)
    assert calls
    assert {each.names for each in calls} == {("alpha", "beta", "table")}
    right = alone(sheet, staged(REFERENCE, sandbox), sandbox)
    assert set(right.values()) == {Verdict.CORRECT}


def staged(folder: Path, sandbox: Sandbox) -> Path:
    """The unit's module where the sandbox reads it."""
    there = sandbox.folder / "alone"
    there.mkdir(exist_ok=True)
    shutil.copy(folder / f"{UNIT}.py", there)
    return there


def alone(sheet: Sheet, folder: Path, sandbox: Sandbox) -> dict[str, Verdict]:
    """The verdict on each function by itself."""
    case = sheet.case
    observed = observe(sandbox, folder, case.question, case.tree)
    made = observe_inside(sandbox, folder, case, requests_alone(sheet, alone=True))
    result = judge(sheet, replace(observed, inside=tuple(made.items())))
    return {f.facet: f.verdict for f in result.findings if f.facet.endswith("_value")}


def test_the_smallest_tree_has_a_position_that_comes_again(sandbox: Sandbox) -> None:
    """On no other is a table wrong; and it shows by a wrong value."""
    question = signatures.load(unit(UNIT)).questions()[0]
    folder = staged(FOLDER / UNIT / "bound_as_exact", sandbox)
    own = list(unit(UNIT).trees().values())
    found = counterexample.smallest_failing_tree(sandbox, folder, question, 30, own=own)
    assert found is not None
    assert any("#" in label for label in found.tree.labels())
    assert found.result.verdict is Verdict.WRONG_VALUE
