"""Comparison of an observation with the answers, facet by facet.

The answers are written down by hand from AIMA's Figure 5.2, whose second and third
leaves below C alpha-beta prunes; `other` is a search that prunes nothing there.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.answers.file import Answer, Answers
from autograder.assignment.questions import Question
from autograder.assignment.signature import Function, Signature
from autograder.classroom.page.classpage import BESIDE
from autograder.game import Number
from autograder.judging.verdicts import OF_FAULT, Verdict, most_serious, of_fault
from autograder.kinds.search import alone, judging
from autograder.kinds.search.authors import SIGNS
from autograder.kinds.search.counterexample import CAME_TO_AN_END
from autograder.kinds.search.judging import CaseResult, Fitting, judge
from autograder.kinds.search.signatures import Sheet
from autograder.kinds.search.walk import SearchedChild
from autograder.observing.observation import Observation, Observed
from autograder.observing.outcome import Fault, Outcome, Returned
from autograder.sandbox.oracle import StandInCall
from autograder.trees.file import parse
from autograder.trees.tree import GameTree, Node
from autograder.trees.values import equal
from tests.asking import case_of, earned_by
from tests.cases import for_each

INFINITY = float("inf")
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


WORTH: dict[str, Number] = {"A": 3, "B": 3, "C": 2, "D": 2}  # by hand: three minima
WORTH |= {"B1": 3, "B2": 12, "B3": 8, "C1": 2, "C2": 4, "C3": 6, "D1": 14}
WORTH |= {"D2": 5, "D3": 2}
SOFT = Answer(3, "B", visits(CUT), visits(CUT))
OTHER = Answer(4, "B", visits(ALL), visits(ALL))
ROOT = replace(SOFT, search_visits=visits(ALL))
QUESTION = Question(
    name="alpha_beta",
    module="alpha_beta",
    search="alpha_beta_search",
    arguments=("alpha", "beta"),
    conventions=("soft", "other", "root"),
    accept=("soft", "other"),
    facets=("value", "action", "visits", "search_visits"),
)
MOVERS = Function("negamax", ("alpha", "beta"), value_of="mover")
POINTS = (("value", 1), ("action", 2), ("visits", 4), ("search_visits", 8))
RECORDED = {"soft": SOFT, "other": OTHER, "root": ROOT}
ANSWERS = Answers(TREE.fingerprint(), WORTH, ("B", "D"), {"alpha_beta": RECORDED})


def result(  # noqa: PLR0913 - all that a submission does
    value: Outcome = Returned("number", 3),  # noqa: B008 - frozen
    action: Outcome = Returned("str", text="B"),  # noqa: B008 - frozen
    visited: tuple[str, ...] = CUT,
    searched: tuple[str, ...] = CUT,
    *,
    tree: GameTree = TREE,
    answers: Answers = ANSWERS,
    points: tuple[tuple[str, float], ...] = POINTS,
    recursion: tuple[str, ...] = (),
    **changes: Any,
) -> CaseResult:
    """The judgement on a submission that returned and visited this."""
    case = case_of(replace(QUESTION, **changes), "fig", tree, points)
    calls = (
        Observation("max_value", "max_value(game, state, alpha, beta)", value, visited),
        Observation("alpha_beta_search", "…", action, searched),
    )
    return judge(Sheet(case, answers), Observed(calls, recursion=recursion))


def verdicts(found: CaseResult) -> list[str]:
    """The verdicts on value, action, visits and search visits."""
    return [finding.verdict.value for finding in found.findings]


def test_an_accepted_observation_earns_everything() -> None:
    """Each facet its points, and the conventions that it fits are known."""
    found = result()
    assert (found.verdict, found.points) == (Verdict.CORRECT, 15.0)
    assert found.fitting == Fitting(("soft", "root"), ("soft",))
    assert earned_by(found) == dict(POINTS)


def test_a_search_that_calls_itself_earns_nothing() -> None:
    """Where it must not: what is wrong besides stays what it is, and decides."""
    right, wrong = (
        result(Returned("number", value), recursion=("max_value",)) for value in (3, 7)
    )
    assert (right.verdict, right.points) == (Verdict.CALLS_ITSELF, 0.0)
    assert (wrong.verdict, wrong.points) == (Verdict.WRONG_VALUE, 0.0)
    assert verdicts(right) == ["correct"] * 4


def test_right_visits_do_not_count_with_a_wrong_value() -> None:
    """Who touches every node and returns anything has not searched."""
    found = result(Returned("number", 7))
    assert verdicts(found) == ["wrong_value", "correct", "wrong_value", "correct"]
    assert [*earned_by(found).values()] == [0, 2, 0, 8]
    assert found.findings[0].expected == ("3", "4")
    assert found.fitting == Fitting()


def test_right_search_visits_do_not_count_with_a_wrong_action() -> None:
    """The same holds for the search function and what it chooses."""
    found = result(action=Returned("str", text="C"))
    assert verdicts(found) == ["correct", "wrong_action", "correct", "wrong_action"]
    assert [*earned_by(found).values()] == [1, 0, 4, 0]


@pytest.mark.parametrize(
    "points, value, earned",
    [
        ((("visits", 4.0),), 3, 4),
        ((("visits", 4.0),), 7, 0),
        ((("search_visits", 8.0),), 7, 8),
    ],
)
def test_what_a_call_returns_decides_though_it_earns_nothing(
    points: tuple[tuple[str, float], ...], value: Number, earned: float
) -> None:
    """An assignment that pays for visits alone pays for those of a search."""
    found = result(Returned("number", value), points=points)
    assert found.points == earned
    assert (found.verdict is Verdict.CORRECT) == (earned > 0)


def test_each_accepted_value_is_right() -> None:
    """A fail-hard search returns the bound of the window, say."""
    assert verdicts(result(Returned("number", 4)))[0] == "correct"
    assert verdicts(result(Returned("number", 4), accept=("soft",)))[0] == "wrong_value"


@for_each(
    "window, value, verdict",
    [
        ((5, 9), 3, "correct"),  # fail-soft: the root is worth 3
        ((5, 9), 5, "correct"),  # fail-hard: α itself
        ((5, 9), 4, "correct"),  # a bound between them, as of a leaf that is not moved
        ((5, 9), 2, "wrong_value"),  # it is worth more than that
        ((5, 9), 6, "wrong_value"),  # within the window, where it is not
        ((5, 9), 9, "wrong_value"),
        ((-INFINITY, 2), 2, "correct"),  # β, and what is known to be reached
        ((-INFINITY, 2), 2.5, "correct"),
        ((-INFINITY, 2), 1, "wrong_value"),
        ((-INFINITY, 2), 3.5, "wrong_value"),
        ((2, 4), 2, "wrong_value"),  # no bound is enough where the window holds it
        ((3, 9), 3, "correct"),
        ((3, 9), 9, "wrong_value"),
    ],
)
def test_a_value_outside_of_the_window_is_judged_as_a_bound(
    window: tuple[float, float], value: Number, verdict: str
) -> None:
    """Whichever of them the recorded searches return; the visits are theirs."""
    found = result(Returned("number", value), tree=replace(TREE, window=window))
    assert verdicts(found)[0] == verdicts(found)[2] == verdict
    assert (found.fitting.whole == ("soft",)) == (verdict == "correct")


def test_a_bound_is_seen_as_the_value_is() -> None:
    """MIN, who is to move, gets -3, and is handed (-9, -5): -5 says at least that."""
    tree = parse(
        "players: [min, max]\nwindow: [5, 9]\ntree: {A: {B: [3, 2], C: [8, 7]}}"
    )
    negamax = Signature((("*", "negamax"),), (MOVERS,), search=())
    answer = Answer(-3, "B", visits(("A",)), visits(("A",)))
    values = {"A": 3, "B": 3, "C": 8}
    right = Answers("", values, ("B",), {"alpha_beta": {"soft": answer}})
    for value, verdict in ((-3, "correct"), (-5, "correct"), (-6, "wrong_value")):
        found = result(
            Returned("number", value),
            tree=tree,
            answers=right,
            points=(("value", 1.0),),
            recorded=negamax,
            conventions=("soft",),
            accept=("soft",),
        )
        assert verdicts(found) == [verdict]


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


LINES = (("value", 1.0), ("principal_variation", 2.0), ("search_visits", 4.0))


@for_each(
    "line, ties, verdict",
    [
        (("B", "B1"), "any", "correct"),
        (("D", "D3"), "any", "correct"),
        (("D", "D3"), "first", "wrong_action"),
        (("B", "B1"), "first", "correct"),
        (("B",), "any", "wrong_action"),
        (("B", "B1", "B1"), "any", "wrong_action"),
        (("B1", "B"), "any", "wrong_action"),
        ((), "any", "wrong_action"),
        (None, "any", "wrong_type"),
    ],
)
def test_a_line_is_followed_to_its_end(
    line: tuple[str, ...] | None, ties: str, verdict: str
) -> None:
    """Of equal ones any, or the first; visits do not count without it."""
    tied = replace(ANSWERS, values=WORTH | {"D": 3, "D3": 3})
    returned = Returned("list", text="whatever it reads", actions=line)
    found = result(action=returned, answers=tied, ties=ties, points=LINES)
    assert verdicts(found) == ["correct", verdict, verdict]


@pytest.mark.parametrize("kind", ["number", "none", "state", "tuple"])
def test_what_is_no_text_is_no_action(kind: str) -> None:
    """The value in place of the action is the usual slip."""
    number = 3 if kind == "number" else None
    assert verdicts(result(action=Returned(kind, number, "B")))[1] == "wrong_type"


@pytest.mark.parametrize("skipped", [("D3",), ("C2", "C3")])
def test_visits_are_compared_with_the_accepted_search(skipped: tuple[str, ...]) -> None:
    """One node too few of a search without cuts is told as that, not as others.

    Also where what was done is what another convention does.
    """
    searched = tuple(label for label in ALL if label not in skipped)
    finding = result(searched=searched, accept=("root",)).findings[3]
    assert finding.verdict is Verdict.WRONG_VISITS
    assert finding.visits.wrongly_skipped == skipped
    assert finding.visits.wrongly_visited == ()
    assert finding.expected == ALL


def test_visits_that_differ_are_named_in_their_order() -> None:
    """Those that were cut in the order of the student's visits."""
    found = result(visited=(*CUT[:-1], "C3", "C2"), accept=("soft",))
    finding = found.findings[2]
    assert finding.visits.wrongly_visited == ("C3", "C2")
    assert finding.visits.wrongly_skipped == ("D3",)
    assert found.points == 11


def test_the_first_wrong_step_is_the_first_that_was_made() -> None:
    """C is MIN and worth 2 at most, MAX has 3 at A; six nodes were right before C2.

    That D3 was left out later is not told: what follows a wrong step is confused.
    """
    nearly_all = tuple(label for label in ALL if label != "D3")
    step = result(visited=nearly_all, accept=("soft",)).findings[2].visits.step
    assert step is not None
    assert (step.node, step.to_move, step.child, step.visited) == (
        "C",
        "min",
        "C2",
        True,
    )
    assert (step.searched, step.v, step.position) == (
        (SearchedChild("C1", 2, 2),),
        2,
        7,
    )
    assert step.bounds is not None
    assert (step.bounds.window, step.bounds.alpha_set_at) == ((3, 2), "A")


def test_what_was_left_out_is_a_wrong_step_too() -> None:
    """D is worth 5 at most when D1 and D2 are known, and MAX has 3: D3 matters."""
    step = result(visited=CUT[:-1], accept=("soft",)).findings[2].visits.step
    assert step is not None
    assert (step.node, step.child, step.visited) == ("D", "D3", False)
    assert (step.searched, step.v) == (
        (SearchedChild("D1", 14, 14), SearchedChild("D2", 5, 5)),
        5,
    )
    assert step.bounds is not None
    assert step.bounds.window == (3, 5)


def test_the_order_of_visits_does_not_count() -> None:
    """The set of visited nodes is what pruning is about."""
    assert verdicts(result(visited=CUT[::-1]))[2] == "correct"


def test_search_visits_are_judged_by_the_search_functions() -> None:
    """There the conventions of the root differ."""
    assert verdicts(result(searched=("A",)))[3] == "wrong_visits"
    assert verdicts(result(searched=ALL, accept=("root",)))[3] == "correct"


def test_the_search_function_decides_between_conventions() -> None:
    """Where value and visits fit several, its visits choose; also one not accepted."""
    both = ("soft", "root")
    assert result(searched=ALL).fitting == Fitting(both, ("root",))
    assert result(searched=("A",)).fitting == Fitting(both)
    assert result(visited=("A",)).fitting == Fitting()


def test_a_fault_judges_the_facets_of_its_call() -> None:
    """The search function crashed; the value and its visits stand."""
    found = result(action=Fault("crash"))
    assert verdicts(found) == ["correct", "crashed", "correct", "crashed"]
    assert (found.verdict, found.points) == (Verdict.CRASHED, 5)


def test_the_most_serious_verdict_is_the_tests() -> None:
    """In the order in which the verdicts stand."""
    found = result(Returned("number", 7), Returned("number", 2), ("A",))
    assert found.verdict is Verdict.WRONG_TYPE
    assert list(Verdict)[-1] is most_serious([]) is Verdict.CORRECT


@pytest.mark.parametrize(
    "unwritten",
    [
        Fault("stub"),
        Fault("no_function"),
        Fault("signature"),
        Returned("none", None, "None"),
    ],
)
def test_a_search_that_is_unwritten_hides_nothing(unwritten: Outcome) -> None:
    """What is wrong with the value comes first; where nothing is, the search does."""
    wrong_value = result(Returned("number", 7), unwritten)
    wrong_visits = result(action=unwritten, visited=("A",))
    crashed = result(Fault("crash"), unwritten)
    assert wrong_value.verdict is Verdict.WRONG_VALUE
    assert wrong_visits.verdict is Verdict.WRONG_VISITS
    assert crashed.verdict is Verdict.CRASHED
    assert result(action=unwritten).verdict not in (Verdict.CORRECT, Verdict.CRASHED)


def test_what_is_unwritten_below_the_value_comes_first() -> None:
    """There nothing else can be right, whatever the search function does."""
    found = result(Fault("stub"), Fault("crash"))
    assert found.verdict is Verdict.NOT_FILLED_IN


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
    """50,000 leaves below a cut, of which all were visited, in a moment.

    B is worth 3, the first leaf of C is worth 2: no other leaf of C can matter.
    """
    leaves = [Node(f"c{i}", "max", (), 2) for i in range(50_000)]
    below = tuple(range(3, 3 + len(leaves)))
    top = [Node("A", "max", (1, 2)), Node("B", "min", (), 3), Node("C", "min", below)]
    tree = GameTree((*top, *leaves))
    values = {"A": 3, "B": 3, "C": 2, **{leaf.label: 2 for leaf in leaves}}
    finding = judged(tree, values, ("A", "B", "C", "c0"), tree.labels()).findings[0]
    assert finding.verdict is Verdict.WRONG_VISITS
    assert finding.visits.wrongly_visited == tree.labels()[4:]
    assert finding.expected == ("A", "B", "C", "c0")


def test_deep_trees_are_compared_without_recursion() -> None:
    """A line of 5,000 nodes, of which a search left out the last."""
    inner = [Node(f"n{i}", ("max", "min")[i % 2], (i + 1,)) for i in range(4_999)]
    tree = GameTree((*inner, Node("n4999", "min", (), 7)))
    values = dict.fromkeys(tree.labels(), 7)
    finding = judged(tree, values, tree.labels(), tree.labels()[:-1]).findings[0]
    assert finding.visits.wrongly_skipped == ("n4999",)
    assert finding.visits.step is not None
    assert finding.visits.step.node == "n4998"


def judged(
    tree: GameTree,
    values: Any,
    accepted: tuple[str, ...],
    visited: tuple[str, ...],
    *more: tuple[str, ...],
    **changes: Any,
) -> CaseResult:
    """The judgement on these visits, with the right value; `more` is accepted too."""
    recorded = {
        f"way{i}": Answer(values[tree.root.label], "B", visits(way), visits(way))
        for i, way in enumerate((accepted, *more))
    }
    names = tuple(recorded)
    question = replace(
        QUESTION, conventions=names, accept=names, facets=("visits",), **changes
    )
    answers = Answers(tree.fingerprint(), values, ("B",), {"alpha_beta": recorded})
    value = Returned("number", values[tree.root.label])
    calls = (
        Observation("max_value", "…", value, visited),
        Observation("alpha_beta_search", "…", Returned("str", text="B"), visited),
    )
    return judge(Sheet(case_of(question, "made", tree), answers), Observed(calls))


# The order of children


BACKWARDS = (  # nothing is cut: D is 2, and each leaf of C and B but the last is more
    *("A", "D", "D3", "D2", "D1"),
    *("C", "C3", "C2", "C1"),
    *("B", "B3", "B2", "B1"),
)


@pytest.mark.parametrize(
    "order, verdict", [("any", "correct"), ("tree", "wrong_visits")]
)
def test_cuts_are_judged_in_the_order_of_the_search(order: str, verdict: str) -> None:
    """From right to left other nodes are cut; whether that is right is a choice."""
    found = result(visited=BACKWARDS, accept=("soft",), order=order)
    finding = found.findings[2]
    assert verdict == finding.verdict.value
    assert finding.visits.swapped == ("C", "B")
    assert finding.visits.step is None
    assert (finding.visits.wrongly_visited, finding.visits.wrongly_skipped) == ((), ())


def test_wrong_cuts_are_wrong_in_any_order() -> None:
    """B is worth 3 at most after B3 and B1, and MAX has 2 at A: B2 still matters."""
    visited = tuple(label for label in BACKWARDS if label != "B2")
    finding = result(visited=visited, accept=("soft",), order="any").findings[2]
    assert finding.verdict is Verdict.WRONG_VISITS
    assert finding.visits.wrongly_skipped == ("B2",)
    step = finding.visits.step
    assert step is not None
    assert (step.child, step.searched) == (
        "B2",
        (SearchedChild("B3", 8, 8), SearchedChild("B1", 3, 3)),
    )


# Ties with a bound

TIES = parse(
    """
tree:
  A:
    B: {B1: 3, B2: {E: 3, F: 5}}
    C: {C1: 3, C2: 1}
"""
)
TIED = {"A": 3, "B": 3, "B1": 3, "B2": 5, "E": 3, "F": 5, "C": 1, "C1": 3, "C2": 1}
ON_EQUALITY = ("A", "B", "B1", "B2", "E", "C", "C1")
STRICTLY = ("A", "B", "B1", "B2", "E", "F", "C", "C1", "C2")
AT_MAX = ("A", "B", "B1", "B2", "E", "C", "C1", "C2")  # E = β at B2; C1 = α at C
AT_MIN = ("A", "B", "B1", "B2", "E", "F", "C", "C1")


@pytest.mark.parametrize(
    "visited, fitting",
    [
        (ON_EQUALITY, Fitting(("way0",), ("way0",))),
        (STRICTLY, Fitting(("way1",), ("way1",))),
        (AT_MAX, Fitting(between="equality at MAX, strict at MIN")),
        (AT_MIN, Fitting(between="strict at MAX, equality at MIN")),
    ],
)
def test_equality_at_one_side_is_right_where_both_are(
    visited: tuple[str, ...], fitting: Fitting
) -> None:
    """It lies between two accepted searches, and has a name."""
    found = judged(TIES, TIED, ON_EQUALITY, visited, STRICTLY)
    assert (found.verdict, found.points) == (Verdict.CORRECT, 1)
    assert found.fitting == fitting


@pytest.mark.parametrize(
    "accepted, visited, child, goes_on",
    [
        (ON_EQUALITY, AT_MAX, "C2", True),
        (ON_EQUALITY, AT_MIN, "F", True),
        (STRICTLY, AT_MAX, "F", False),
        (STRICTLY, AT_MIN, "C2", False),
    ],
)
def test_equality_at_one_side_is_wrong_where_one_way_is_accepted(
    accepted: tuple[str, ...], visited: tuple[str, ...], child: str, *, goes_on: bool
) -> None:
    """Then the first tie that was taken the other way is the first wrong step."""
    found = judged(TIES, TIED, accepted, visited)
    assert (found.verdict, found.fitting) == (Verdict.WRONG_VISITS, Fitting())
    step = found.findings[0].visits.step
    assert step is not None
    assert (step.child, step.visited) == (child, goes_on)


def test_without_a_window_nothing_is_cut() -> None:
    """In minimax every node is needed, and the step has no bounds."""
    found = judged(TIES, TIED, TIES.labels(), ON_EQUALITY, arguments=())
    finding = found.findings[0]
    assert finding.visits.wrongly_skipped == ("F", "C2")
    assert finding.visits.step is not None
    assert (finding.visits.step.child, finding.visits.step.bounds) == ("F", None)


# A function alone

WINDOWS = (  # of the search that cuts, by hand; C is entered in (3, ∞), as D is
    ("A", -INFINITY, INFINITY),
    ("B", -INFINITY, INFINITY),
    *(("B1", -INFINITY, INFINITY), ("B2", -INFINITY, 3), ("B3", -INFINITY, 3)),
    ("C", 3, INFINITY),
    ("C1", 3, INFINITY),
    ("D", 3, INFINITY),
    *(("D1", 3, INFINITY), ("D2", 3, 14), ("D3", 3, 5)),
)
ALONE = (("value", 1.0), ("max_value", 2.0), ("min_value", 4.0))
PLANNED = (  # where there is a cut, first: C; of terminal states the first, last
    ("max_value", "A", (-INFINITY, INFINITY)),
    ("max_value", "B1", (-INFINITY, INFINITY)),
    ("min_value", "C", (3, INFINITY)),
    ("min_value", "B", (-INFINITY, INFINITY)),
    ("min_value", "D", (3, INFINITY)),
)
CALLS = {
    name: tuple((label, *window) for f, label, window in PLANNED if f == name)
    for name in ("max_value", "min_value")
}
ALONE_ANSWERS = replace(
    ANSWERS, questions={"alpha_beta": {"soft": Answer(3, "B", WINDOWS, WINDOWS, CALLS)}}
)
ALONE_CASE = case_of(
    replace(QUESTION, conventions=("soft",), accept=("soft",)), "fig", TREE, ALONE
)
DONE: tuple[
    tuple[float, tuple[str, ...]], ...
] = (  # what the right functions return and ask for
    (3, ("A", "B", "C", "D")),
    (3, ("B1",)),
    (2, ("C", "C1")),
    (3, ("B", "B1", "B2", "B3")),
    (2, ("D", "D1", "D2", "D3")),
)


def with_alone(
    *changed: tuple[int, float, tuple[str, ...]],
    value: float = 3,
    asked: tuple[StandInCall, ...] = (),
) -> CaseResult:
    """All right but these calls of a function alone: their number, value and visits."""
    done = list(DONE)
    for number, returned, visited in changed:
        done[number] = (returned, visited)
    made = tuple(
        Observation(function, "…", Returned("number", n), seen, asked)
        for (function, _, _), (n, seen) in zip(PLANNED, done, strict=True)
    )
    calls = (
        Observation("max_value", "…", Returned("number", value), CUT),
        Observation("alpha_beta_search", "…", Returned("str", text="B"), CUT),
    )
    planned = alone.requests_alone(Sheet(ALONE_CASE, ALONE_ANSWERS), alone=True)
    inside = tuple(zip(planned, made, strict=True))
    return judge(Sheet(ALONE_CASE, ALONE_ANSWERS), Observed(calls, inside=inside))


def test_functions_are_called_where_the_accepted_search_comes_by() -> None:
    """Each at the states of its player, in the windows there, first where it cuts."""
    planned = alone.requests_alone(Sheet(ALONE_CASE, ALONE_ANSWERS), alone=True)
    assert [
        (call.function, TREE.nodes[call.at].label, call.arguments) for call in planned
    ] == list(PLANNED)
    replaced = [function.name for call in planned for function in call.replaced]
    assert replaced == ["min_value"] * 2 + ["max_value"] * 3


def test_functions_that_are_right_alone_earn_their_points() -> None:
    """Each facet its own."""
    found = with_alone()
    assert (verdicts(found), found.points) == (["correct"] * 3, 7)


def test_one_wrong_function_does_not_cost_the_other() -> None:
    """min_value looks at all leaves of C: the value may be right all the same."""
    found = with_alone((2, 2, ("C", "C1", "C2", "C3")))
    assert verdicts(found) == ["correct", "correct", "wrong_visits"]
    assert (found.verdict, found.points) == (Verdict.WRONG_VISITS, 3)
    assert found.findings[2].visits.wrongly_visited == ("C2", "C3")


@pytest.mark.parametrize(
    "returned, verdict",
    [
        (2, "correct"),  # fail-soft: C is worth 2 at most
        (3, "correct"),  # fail-hard: α itself
        (2.5, "correct"),  # a bound between them is true as well
        (1, "wrong_value"),  # C is worth 2, not at most 1
        (4, "wrong_value"),  # within the window, where C is not
        (-INFINITY, "wrong_value"),
        (INFINITY, "wrong_value"),
    ],
)
def test_what_lies_outside_of_the_window_is_judged_as_a_bound(
    returned: float, verdict: str
) -> None:
    """C is worth 2, called in (3, ∞): whatever is ≤ 3 says "at most"."""
    found = with_alone((2, returned, ("C", "C1")))
    assert verdict == verdicts(found)[2]


def test_children_may_be_searched_in_any_order_alone() -> None:
    """D3 is 2 and MAX has 3: from right to left D1 and D2 are cut."""
    assert verdicts(with_alone((4, 2, ("D", "D3"))))[2] == "correct"


def test_what_is_done_in_a_terminal_state_is_no_part_of_a_grade() -> None:
    """The test for the end may stand in a third function, which calls the two."""
    found = with_alone((1, 99, ()))
    assert (verdicts(found), found.points) == (["correct"] * 3, 7)


LEAKED = (
    StandInCall("B", (-INFINITY, INFINITY)),
    StandInCall("C", (-INFINITY, INFINITY)),
)


def test_a_window_that_a_submission_tells_of_itself_is_not_enough() -> None:
    """The grader's own record shows nothing wrong: full points."""
    found = with_alone(asked=LEAKED)
    assert (verdicts(found), found.points) == (["correct"] * 3, 7)


def test_a_window_handed_on_wrongly_explains_what_is_wrong() -> None:
    """max_value should have searched C in (3, ∞), since B is worth 3."""
    found = with_alone(value=7, asked=LEAKED)
    assert verdicts(found) == ["wrong_value", "wrong_visits", "correct"]
    assert found.points == 4
    check = found.findings[1].alone
    assert check is not None
    assert check.passed == alone.Passed("C", (-INFINITY, INFINITY), (3, INFINITY))


@pytest.mark.parametrize(
    "number, end, expected, wrong_end",
    [
        (5, 3, ["correct", "correct", "correct"], False),
        (4, 3, ["wrong_value", "wrong_value", "correct"], False),
        (5, 7, ["correct", "correct", "correct"], True),
        (4, 7, ["wrong_value", "wrong_value", "wrong_value"], True),
        (5, None, ["correct", "correct", "correct"], True),
        (4, None, ["wrong_value", "wrong_value", "wrong_value"], True),
    ],
)
def test_a_function_without_a_state_of_its_player_is_right_at_the_end(
    number: int,
    end: int | None,
    expected: list[str],
    wrong_end: bool,  # noqa: FBT001 - a row of the table
) -> None:
    """A root with leaves alone calls min_value in terminal states, or not at all.

    So it is right if it is right there; else it goes with the value of the whole, since
    the test for the end may stand in another function. What is wrong there is kept.
    """
    tree = parse("tree: {A: {B: 3, C: 5}}")
    seen = visits(("A", "B", "C"))
    made = {"max_value": (("A",),), "min_value": (("B",),)}
    way = Answer(5, "C", seen, seen, made)
    worth: dict[str, Number] = {"A": 5, "B": 3, "C": 5}
    answers = Answers(tree.fingerprint(), worth, ("C",), {"minimax": {"textbook": way}})
    question = Question("minimax", "minimax", "minimax_search")
    case = case_of(question, "flat", tree, ALONE)
    planned = alone.requests_alone(Sheet(case, answers), alone=True)
    calls = [(call.function, tree.nodes[call.at].label) for call in planned]
    assert calls == [("max_value", "A"), ("min_value", "B")]
    call = Observation("max_value", "…", Returned("number", number), ("A", "B", "C"))
    other = Observation("minimax_search", "…", Returned("str", text="C"))
    returned = Returned("none") if end is None else Returned("number", end)
    at_b = Observation("min_value", "…", returned, ("B",))
    inside = tuple(zip(planned, (call, at_b), strict=True))
    found = judge(Sheet(case, answers), Observed((call, other), inside=inside))
    assert expected == verdicts(found)
    assert (found.wrong_end is not None) is wrong_end
    if found.wrong_end is not None:
        assert found.wrong_end.observation is at_b


def test_every_verdict_on_a_facet_is_in_each_table() -> None:
    """What adequacy prints, what ends without a fault, and what the class page says."""
    source = Path(judging.__file__).read_text(encoding="utf-8")
    named = {Verdict[name] for name in re.findall(r"Verdict\.(WRONG_\w+)", source)}
    named.remove(Verdict.WRONG_SIGNATURE)  # of a fault
    assert Verdict.WRONG_ROUNDS in named
    assert named <= SIGNS.keys()
    assert named - {Verdict.WRONG_VALUE} == CAME_TO_AN_END
    assert named - {Verdict.WRONG_VALUE} == BESIDE.keys()
