"""Comparison of an observation with the answers, facet by facet.

The answers are written down by hand from AIMA's Figure 5.2, whose second and third
leaves below C alpha-beta prunes; `other` is a search that prunes nothing there.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.answers import Answer, Answers
from autograder.assignment import Case, Question
from autograder.compare import CaseResult, equal, judge
from autograder.observation import Observation, Observed
from autograder.outcome import Fault, Outcome, Returned
from autograder.treefile import parse
from autograder.verdicts import OF_FAULT, Verdict, most_serious, of_fault

TREE = parse(
    """
tree:
  A:
    B: {B1: 3, B2: 12, B3: 8}
    C: {C1: 2, C2: 4, C3: 6}
    D: {D1: 14, D2: 5, D3: 2}
"""
)
ALL = ("A", "B", "B1", "B2", "B3", "C", "C1", "C2", "C3", "D", "D1", "D2", "D3")
CUT = tuple(label for label in ALL if label not in ("C2", "C3"))


def visits(labels: tuple[str, ...]) -> tuple[tuple[str], ...]:
    """Visits without windows."""
    return tuple((label,) for label in labels)


SOFT = Answer(3, "B", visits(CUT), visits(CUT))
OTHER = Answer(4, "B", visits(ALL), visits(ALL))
ROOT = replace(SOFT, search_visits=visits(ALL))
QUESTION = Question(
    "alpha_beta",
    "alpha_beta",
    "alpha_beta_search",
    ("alpha", "beta"),
    ("soft", "other", "root"),
    ("soft", "other"),
    points=(("value", 1.0), ("action", 2.0), ("visits", 4.0), ("search_visits", 8.0)),
)
RECORDED = {"soft": SOFT, "other": OTHER, "root": ROOT}
ANSWERS = Answers(TREE.fingerprint(), {}, ("B", "D"), {"alpha_beta": RECORDED})


def result(
    value: Outcome = Returned("number", 3),  # noqa: B008 - frozen
    action: Outcome = Returned("str", text="B"),  # noqa: B008 - frozen
    visited: tuple[str, ...] = CUT,
    searched: tuple[str, ...] = CUT,
    *,
    answers: Answers = ANSWERS,
    **changes: Any,
) -> CaseResult:
    """The judgement on a submission that returned and visited this."""
    case = Case(replace(QUESTION, **changes), "fig", TREE, "visible")
    calls = (
        Observation("max_value", "max_value(game, state, alpha, beta)", value, visited),
        Observation("alpha_beta_search", "…", action, searched),
    )
    return judge(case, answers, Observed(calls))


def verdicts(found: CaseResult) -> list[str]:
    """The verdicts on value, action, visits and search visits."""
    return [finding.verdict.value for finding in found.findings]


def test_an_accepted_observation_earns_everything() -> None:
    """Each facet its points, and the convention is named."""
    found = result()
    assert (found.verdict, found.points, found.convention) == (
        Verdict.CORRECT,
        15.0,
        "soft",
    )
    assert [finding.points for finding in found.findings] == [1, 2, 4, 8]


def test_a_wrong_value_loses_its_facet_alone() -> None:
    """Partial credit: the visits were right."""
    found = result(Returned("number", 7))
    assert verdicts(found) == ["wrong_value", "correct", "correct", "correct"]
    assert found.points == 14
    assert found.findings[0].expected == ("3", "4")
    assert found.convention is None


def test_each_accepted_value_is_right() -> None:
    """A fail-hard search returns the bound of the window, say."""
    assert verdicts(result(Returned("number", 4)))[0] == "correct"
    assert verdicts(result(Returned("number", 4), accept=("soft",)))[0] == "wrong_value"


@pytest.mark.parametrize("kind", ["none", "bool", "nan", "inf", "huge", "str", "tuple"])
def test_what_is_no_number_has_neither_value_nor_visits(kind: str) -> None:
    """Visits without a value would pay for half a search."""
    found = result(Returned(kind, None, "x"))
    assert verdicts(found) == ["wrong_type", "correct", "wrong_type", "correct"]
    assert found.points == 10


@pytest.mark.parametrize(
    "action, ties, verdict",
    [
        ("B", "any", "correct"),
        ("D", "any", "correct"),
        ("C", "any", "wrong_action"),
        ("E", "any", "wrong_action"),
        ("B", "first", "correct"),
        ("D", "first", "wrong_action"),
    ],
)
def test_ties_are_the_assignments_to_decide(
    action: str, ties: str, verdict: str
) -> None:
    """Any truly optimal root action, or only that of an accepted search."""
    assert (
        verdict == verdicts(result(action=Returned("str", text=action), ties=ties))[1]
    )


@pytest.mark.parametrize("kind", ["number", "none", "state", "tuple"])
def test_what_is_no_text_is_no_action(kind: str) -> None:
    """The value in place of the action is the usual slip."""
    number = 3 if kind == "number" else None
    assert verdicts(result(action=Returned(kind, number, "B")))[1] == "wrong_type"


def test_visits_are_compared_with_the_nearest_accepted_search() -> None:
    """One node too few of the full search is told as that, not as ten too many."""
    nearly_all = tuple(label for label in ALL if label != "D3")
    finding = result(visited=nearly_all).findings[2]
    assert finding.verdict is Verdict.WRONG_VISITS
    assert (finding.wrongly_visited, finding.wrongly_skipped) == ((), ("D3",))
    assert finding.expected == ALL


def test_visits_that_differ_are_named_in_their_order() -> None:
    """Those that were cut in the order of the student's visits."""
    found = result(visited=(*CUT[:-1], "C3", "C2"), accept=("soft",))
    finding = found.findings[2]
    assert finding.wrongly_visited == ("C3", "C2")
    assert finding.wrongly_skipped == ("D3",)
    assert found.points == 11


def test_the_order_of_visits_does_not_count() -> None:
    """The set of visited nodes is what pruning is about."""
    assert verdicts(result(visited=CUT[::-1]))[2] == "correct"


def test_search_visits_are_judged_by_the_search_functions() -> None:
    """There the conventions of the root differ."""
    assert verdicts(result(searched=("A",)))[3] == "wrong_visits"
    assert verdicts(result(searched=ALL, accept=("root",)))[3] == "correct"


def test_the_search_function_decides_between_conventions() -> None:
    """Where value and visits fit several, its visits choose; also one not accepted."""
    assert result(searched=ALL).convention == "root"
    assert result(searched=("A",)).convention == "soft"
    assert result(visited=("A",)).convention is None


def test_a_fault_judges_the_facets_of_its_call() -> None:
    """The search function crashed; the value and its visits stand."""
    found = result(action=Fault("crash"))
    assert verdicts(found) == ["correct", "crashed", "correct", "crashed"]
    assert (found.verdict, found.points) == (Verdict.CRASHED, 5)


def test_the_most_serious_verdict_is_the_tests() -> None:
    """In the order in which the verdicts stand."""
    found = result(Returned("number", 7), Returned("none", None, "None"), ("A",))
    assert found.verdict is Verdict.WRONG_TYPE
    assert list(Verdict)[-1] is most_serious([]) is Verdict.CORRECT


@given(st.lists(st.sampled_from(list(Verdict)), min_size=1))
def test_no_verdict_is_more_serious_than_the_most_serious(found: list[Verdict]) -> None:
    """It is one of them, and stands before all others."""
    order = list(Verdict)
    assert most_serious(found) in found
    assert min(map(order.index, found)) == order.index(most_serious(found))


def test_kinds_of_fault_without_a_verdict_of_their_own_are_crashes() -> None:
    """Every end of a call has a verdict."""
    assert {of_fault(kind) for kind in OF_FAULT} == set(OF_FAULT.values())
    assert of_fault("memory") is of_fault("killed") is Verdict.CRASHED


@pytest.mark.parametrize(
    "found, same",
    [
        (3.0, True),
        (3 + 1e-12, True),
        (3.001, False),
        (-3, False),
        (10**300, False),
    ],
)
def test_values_tolerate_the_noise_of_floats_only(found: float, same: object) -> None:
    """7.0 is 7; 0.30000000000000004 is 0.3; nothing else is."""
    assert same == equal(found, 3)
    assert equal(0.1 + 0.2, 0.3)
    assert equal(-0.0, 0)


def test_large_trees_are_compared_in_linear_time() -> None:
    """100,000 visits beside 100,000 expected ones, in a moment."""
    labels = tuple(f"n{i}" for i in range(100_000))
    wide = Answer(3, "B", visits(labels), visits(labels))
    answers = replace(ANSWERS, questions={"alpha_beta": {"soft": wide}})
    found = result(
        visited=(*labels[1:], "x"),
        answers=answers,
        accept=("soft",),
        points=(("visits", 1.0),),
    )
    assert found.findings[0].wrongly_visited == ("x",)
    assert found.findings[0].wrongly_skipped == ("n0",)
