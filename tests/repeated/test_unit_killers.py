"""The unit `killers`: alpha-beta that tries first what has cut at the same ply.

That killers change no value, and what must be visited, stands in
tests/answers/test_reference_killers.py.
"""

from __future__ import annotations

import shutil
from collections import Counter
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

UNIT = "killers"
RIGHT = {
    "correct_otherwise": "one_killer",
    "correct_fail_hard": "one_killer",
    "correct_two": "two_killers",
}
WRONG = (
    *("all_plies", "default_argument", "kept_by_state", "never_found"),
    *("others_lost", "searched_twice", "without_a_cut"),
)
UNTAUGHT = 50  # of 100 points: less is for plain alpha-beta, which has no killers


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    """One for all submissions."""
    with Sandbox() as shared:
        yield shared


def of(name: str, sandbox: Sandbox) -> Graded:
    """What a fixture earns."""
    return graded(UNIT, FOLDER / UNIT / name, sandbox)[UNIT]


def test_a_hundred_points() -> None:
    """And in every tree some name stands in several states."""
    assert fsum(t.points.max_points for t in unit(UNIT).tests) == pytest.approx(100)
    for name, tree in unit(UNIT).trees().items():
        names = Counter(move for node in tree.nodes for move in node.moves)
        assert max(names.values()) > 1, name


@pytest.mark.parametrize("name, convention", RIGHT.items())
def test_other_ways_keep_full_marks(
    name: str, convention: str, sandbox: Sandbox
) -> None:
    """A generator that gives the killer first; two killers in a list."""
    found = of(name, sandbox)
    assert isclose(found.points, 100)
    assert all(convention in r.fitting.whole for r in found.results)


@pytest.mark.parametrize("name", WRONG)
def test_wrong_killers_lose_points(name: str, sandbox: Sandbox) -> None:
    """Each loses points."""
    assert of(name, sandbox).points < 100


@pytest.mark.parametrize("name", ["never_found", "kept_by_state"])
def test_wrong_killers_earn_less_than_half(name: str, sandbox: Sandbox) -> None:
    """Though every value, and every action, is right."""
    found = of(name, sandbox)
    assert found.lost() == {"visits", "search_visits"}
    assert found.points < UNTAUGHT


def test_a_killer_that_is_searched_twice_is_visited_twice(sandbox: Sandbox) -> None:
    """At D MAX's killer b is worth 0, then a 3; behind it b comes once more."""
    found = of("searched_twice", sandbox)
    assert found.fact("first/at_max") == ("visits", "D2", "")


def test_what_comes_first_is_told(sandbox: Sandbox) -> None:
    """By b C was cut, so D is begun with b; who does so has nothing to be told."""
    found = of("never_found", sandbox)
    assert found.decided("first/replaced").visits.first == ("D", "b")
    twice = of("searched_twice", sandbox)
    assert twice.decided("first/at_max").visits.first == ()


def test_the_other_actions_are_missed_by_a_wrong_value(sandbox: Sandbox) -> None:
    """D is worth 5 to MAX, by c; by the killer b alone it is worth 0."""
    found = of("others_lost", sandbox)
    assert found.fact("first/at_max") == ("min_value", "0", "4")


def test_killers_that_outlive_a_search_lose_its_visits(sandbox: Sandbox) -> None:
    """The second search of a game begins with what the first has left."""
    found = of("default_argument", sandbox)
    assert found.lost() == {"search_visits"}


def case_of(name: str) -> Case:
    """A test of the unit, in which functions are judged alone, too."""
    asked = signatures.load(unit(UNIT))
    case = next(c for c in asked.cases if c.tree_name == name)
    facets = ("value", "visits", "max_value", "min_value")
    question = replace(case.question, facets=facets)
    return replace(case, question=question, points=unpaid_facets(facets))


@pytest.mark.parametrize("name", ["first/at_min", "games/nim_2_3"])
def test_a_function_alone_has_no_killers(name: str, sandbox: Sandbox) -> None:
    """The reference is right alone: a cut that it makes is one in any order."""
    case = case_of(name)
    sheet = Sheet(case, trusted.compute(case.tree, (case.question,)))
    for alone in (True, False):
        calls = requests_alone(sheet, alone=alone)
        assert calls
        names = {each.names for each in calls}
        assert names == {("alpha", "beta", "ply", "killers")}
        right = judged_alone(sheet, staged(REFERENCE, sandbox), sandbox, alone=alone)
        assert set(right.values()) == {Verdict.CORRECT}


def staged(folder: Path, sandbox: Sandbox) -> Path:
    """The unit's module where the sandbox reads it."""
    there = sandbox.folder / "alone"
    there.mkdir(exist_ok=True)
    shutil.copy(folder / f"{UNIT}.py", there)
    return there


def judged_alone(
    sheet: Sheet, folder: Path, sandbox: Sandbox, *, alone: bool
) -> dict[str, Verdict]:
    """The verdict on each function by itself."""
    case = sheet.case
    observed = observe(sandbox, folder, case.question, case.tree)
    made = observe_inside(sandbox, folder, case, requests_alone(sheet, alone=alone))
    result = judge(sheet, replace(observed, inside=tuple(made.items())))
    return {f.facet: f.verdict for f in result.findings if f.facet.endswith("_value")}


@pytest.mark.parametrize("name", ["never_found", "others_lost"])
def test_the_smallest_tree_has_names_that_come_again(
    name: str, sandbox: Sandbox
) -> None:
    """On no other is a killer missed; three actions of the root are enough."""
    question = signatures.load(unit(UNIT)).questions()[0]
    folder = staged(FOLDER / UNIT / name, sandbox)
    own = list(unit(UNIT).trees().values())
    found = counterexample.smallest_failing_tree(sandbox, folder, question, 30, own=own)
    assert found is not None
    names = Counter(move for node in found.tree.nodes[1:] for move in node.moves)
    assert max(names.values()) > 1
    assert len(found.tree.nodes) <= 9
