"""What is told where something stays from one call to the next, and what is not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from autograder.assignment.questions import Case, Question
from autograder.judging.verdicts import Verdict
from autograder.kinds.search.alone import AloneCheck
from autograder.kinds.search.judging import CaseResult, Finding
from autograder.kinds.search.observing import Kept
from autograder.kinds.search.visits import Compared
from autograder.kinds.search.walk import FirstWrongStep, SearchedChild
from autograder.kinds.search.words import (
    KEEPS,
    details,
    headline,
    kept_sentence,
    most_telling_check,
    wrong_step_sentence,
)
from autograder.observing.observation import Observation, Observed
from autograder.observing.outcome import Fault, Frame, Outcome, Returned
from autograder.report import plain
from autograder.trees.file import parse
from tests.asking import case_of

TREE = parse("tree: [[3, 12], [2, 4]]")
CASE = Case(Question("minimax", "minimax", "minimax_search"), "fig", TREE)
TWO, THREE = Returned("number", 2), Returned("number", 3)
GLOBAL = (
    "Something stays from one call to the next: is there a global, a default argument "
    "such as [] or {}, a table, a cache? "
)
TABLE = (
    "Something stays from one call to the next: is there a table, a cache, a set of "
    "what was seen? "
)
ADVICE = "What a call does must not depend on those before it."


def told_below(result: CaseResult) -> list[str]:
    """The lines of the details of a result."""
    return plain.lines(details(result))


def call(outcome: Outcome, *visited: str, function: str = "max_value") -> Observation:
    """A call of a function that visited these."""
    return Observation(function, f"{function}(game, state)", outcome, visited)


RAISED = Fault("crash", "x", "ValueError", frames=(Frame("m.py", 3, "f", ""),))
WHOLE = call(THREE, "A", "B")
B, NOTHING = Returned("str", None, "B"), Returned("none", None, "None")


@pytest.mark.parametrize(
    "again, begin, text",
    [
        (call(TWO, "A", "B"), GLOBAL, "returned 2, at first it returned 3"),
        (call(THREE), TABLE, "returned 3 without asking the game anything"),
        (call(THREE, "A"), TABLE, "visited 1 node, at first it visited 2 nodes"),
        (call(THREE, "A", "C"), GLOBAL, "visited C before B, at first it did not"),
        (
            call(RAISED),
            GLOBAL,
            (
                "did not return (raised ValueError: x, in f (m.py:3)), at first it "
                "returned 3"
            ),
        ),
    ],
)
def test_what_shows_that_something_is_kept(
    again: Observation, begin: str, text: str
) -> None:
    """The two calls, by that in which they differ; and what it may come of."""
    asked = f"Asked about A again after other calls, max_value {text}."
    assert kept_sentence(Kept(WHOLE, again, "A")) == f"{begin}{asked} {ADVICE}"


def test_an_action_is_told_in_quotes() -> None:
    """It is a text of the student's, as everywhere."""
    first, again = (call(o, "A", function="minimax_search") for o in (B, NOTHING))
    told = "minimax_search returned None, at first it returned 'B'."
    assert told in kept_sentence(Kept(first, again, "A"))


def test_a_tree_with_repeated_positions_is_held_against_one_without() -> None:
    """There the same program asks about more, or comes to something else."""
    first = call(THREE, "A", "B", "B#2")
    assert kept_sentence(Kept(first, WHOLE, "A", positions=True)) == (
        "Two places of one position are taken for one: is there a table, a cache, a "
        "set of what was seen? In this tree max_value visited 2 nodes; in the same "
        "tree without repeated positions it visited 3 nodes. Search a position "
        "wherever it comes again."
    )


def test_what_shows_on_another_tree_is_not_told_again() -> None:
    """Its name is enough."""
    kept = Kept(WHOLE, call(TWO, "A"), "A", elsewhere="nim/two")
    assert kept_sentence(kept) == f"{GLOBAL}It shows on nim/two."


def test_what_has_changed_nothing_is_told_beside_the_rest() -> None:
    """The first wrong value and the first wrong step stand before it."""
    kept = Kept(WHOLE, call(THREE), "A", harmless=True)
    assert kept_sentence(kept).endswith(
        f"{ADVICE} On this tree nothing else came of that."
    )
    visits = finding("visits", Verdict.WRONG_VISITS, THREE, visits=SKIPPED)
    told = result(visits, kept=kept)
    assert headline(told) == "skipped C#2, though needed"
    lines = told_below(told)
    assert lines.index(wrong_step_sentence(told)) < lines.index(kept_sentence(kept))


STEP = FirstWrongStep(
    node="A",
    to_move="max",
    bounds=None,
    searched=(SearchedChild("B", 3, 3),),
    v=3,
    child="C",
    visited=False,
    position=4,
)
GLOBAL_KEPT = Kept(call(THREE, "A", "B"), call(TWO, "A", "B"), "A")
TABLE_KEPT = Kept(call(THREE, "A", "B"), call(THREE), "A")


def finding(facet: str, verdict: Verdict, outcome: Outcome, **parts: object) -> Finding:
    """A finding on one facet of a call that visited A, B and C."""
    seen = call(outcome, "A", "B", "C")
    return Finding(facet, verdict, seen, **parts)  # type: ignore[arg-type]


def result(*findings: Finding, kept: Kept | None = GLOBAL_KEPT) -> CaseResult:
    """A result of which these are the parts."""
    verdict = min((f.verdict for f in findings), key=list(Verdict).index)
    search = call(Returned("str", None, "B"), function="minimax_search")
    observed = Observed((findings[0].observation, search))
    case = case_of(CASE.question, "fig", TREE, [(f.facet, 1) for f in findings])
    return CaseResult(case, verdict, findings, observed, kept=kept)


SKIPPED = Compared(
    right=False, expected=("A", "B", "C", "C#2"), wrongly_skipped=("C#2",), step=STEP
)


@pytest.mark.parametrize(
    "found, kept, text",
    [
        (
            finding("value", Verdict.WRONG_VALUE, TWO, expected=("3",)),
            GLOBAL_KEPT,
            f"max_value returned 2, expected 3; {KEEPS}",
        ),
        (
            finding("value", Verdict.WRONG_TYPE, NOTHING),
            GLOBAL_KEPT,
            f"max_value returned None, expected an int or a float; {KEEPS}",
        ),
        (
            finding("action", Verdict.WRONG_TYPE, NOTHING),
            GLOBAL_KEPT,
            f"max_value returned None, expected an action; {KEEPS}",
        ),
        (
            finding("visits", Verdict.WRONG_VISITS, THREE, visits=SKIPPED),
            GLOBAL_KEPT,
            f"visited 3 nodes, not the 4 it should; {KEEPS}",
        ),
        (
            finding("visits", Verdict.WRONG_VISITS, THREE, visits=SKIPPED),
            TABLE_KEPT,
            "took C#2 from a table; search repeated positions again",
        ),
        (
            finding(
                "visits",
                Verdict.WRONG_VISITS,
                THREE,
                visits=replace(SKIPPED, wrongly_visited=("B",)),
            ),
            TABLE_KEPT,
            f"visited 3 nodes, not the 4 it should; {KEEPS}",
        ),
    ],
)
def test_the_row_says_so_and_gives_no_hint(
    found: Finding, kept: Kept, text: str
) -> None:
    """What came of the call stands as it is; why it is so is said once."""
    assert headline(result(found, kept=kept)) == text
    assert kept_sentence(kept) in told_below(result(found, kept=kept))


def test_no_line_is_blamed_for_it() -> None:
    """No first wrong value and no first wrong step; a function alone is not judged."""
    node = TREE.nodes[1]
    seen = call(TWO, "B", "B1", "B2", function="min_value")
    check = AloneCheck(
        verdict=Verdict.WRONG_VALUE,
        observation=seen,
        node=node,
        window=None,
        exact=3,
        children=(("D", 3), ("E", 12)),
        visits=SKIPPED,
    )
    alone = Finding("min_value", Verdict.WRONG_VALUE, seen, alone=check)
    visits = finding("visits", Verdict.WRONG_VISITS, THREE, visits=SKIPPED)
    blamed = result(visits, alone, kept=None)
    assert most_telling_check(blamed) is not None
    assert wrong_step_sentence(blamed)
    keeping = result(visits, alone)
    assert most_telling_check(keeping) is None
    assert not wrong_step_sentence(keeping)
    lines = told_below(keeping)
    assert f"? min_value           0/1  could not be judged alone: {KEEPS}" in lines
    assert not [line for line in lines if "rst wrong" in line]


def test_a_crash_and_what_is_right_keep_their_sentences() -> None:
    """They blame no line for another, and a traceback is a fact."""
    fault = finding("action", Verdict.CRASHED, Fault("crash", "x", "ValueError"))
    right = finding("value", Verdict.CORRECT, THREE)
    told = result(right, fault)
    assert headline(told) == "raised ValueError: x"
    assert (
        "✓ value               1/1  max_value returned 3, as it should"
        in told_below(told)
    )
