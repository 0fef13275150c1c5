"""What a submission keeps shows on some trees, and may be to blame on others."""

from __future__ import annotations

from dataclasses import replace

import pytest

from autograder.assignment.questions import Case, Part
from autograder.judging.verdicts import Verdict
from autograder.kinds import all as assignments
from autograder.kinds.search.judging import CaseResult
from autograder.kinds.search.kind import with_memory_of_others
from autograder.kinds.search.observing import Kept
from autograder.observing.observation import Observation, Observed
from autograder.observing.outcome import Outcome, Returned
from tests.searched import numbered
from tests.small import ROOT

CASES = assignments.load(ROOT / "test_trees").cases
OPEN, OTHER, *_ = [case for case in CASES if case.visibility == "visible"]
UNSEEN = Part(visibility="hidden")
HIDDEN, SECRET, *_ = [
    replace(case, part=UNSEEN) for case in CASES if case.visibility != "visible"
]
WRONG = Verdict.WRONG_VALUE


def call(outcome: Outcome, *visited: str) -> Observation:
    """A call that visited these."""
    return Observation("max_value", "max_value(game, state)", outcome, visited)


WHOLE = call(Returned("number", 3), "A", "B")
STATE = Kept(WHOLE, call(Returned("number", 4), "A", "B"), "A")
TABLE = Kept(WHOLE, call(Returned("number", 3)), "A")


def shown(*rows: tuple[Case, Verdict, Kept | None]) -> list[Kept | None]:
    """What is kept in each of these tests, once all have been run."""
    results = {
        str(index): numbered(
            CaseResult(case, verdict, (), Observed((WHOLE, WHOLE)), kept=kept), "1"
        )
        for index, (case, verdict, kept) in enumerate(rows)
    }
    found = with_memory_of_others(results)
    assert list(found) == list(results)
    return [numbered.result.kept for numbered in found.values()]


def on(case: Case) -> Kept:
    """What shows on the tree of another test."""
    return replace(STATE, elsewhere=case.tree_name)


@pytest.mark.parametrize(
    "verdict, expected",
    [
        (Verdict.WRONG_VALUE, on(OPEN)),
        (Verdict.WRONG_VISITS, on(OPEN)),
        (Verdict.CORRECT, None),
        (Verdict.CRASHED, None),
        (Verdict.NOT_RUN, None),
        (Verdict.GRADER_ERROR, None),
    ],
)
def test_what_shows_on_one_tree_holds_where_others_are_wrong(
    verdict: Verdict, expected: Kept | None
) -> None:
    """Whatever comes first; where all is right, or nothing came, nothing is told."""
    assert shown((OPEN, WRONG, STATE), (OTHER, verdict, None)) == [STATE, expected]
    assert shown((OTHER, verdict, None), (OPEN, WRONG, STATE)) == [expected, STATE]


def test_each_tells_first_of_itself() -> None:
    """What shows on the tree itself is not replaced."""
    own = replace(STATE, at="C")
    assert shown((OPEN, WRONG, STATE), (OTHER, WRONG, own)) == [STATE, own]


def test_a_table_is_told_only_where_it_shows() -> None:
    """On another tree it would have shown, too, if anything came of it."""
    assert shown((OPEN, WRONG, TABLE), (OTHER, WRONG, None)) == [TABLE, None]


def test_no_visible_test_tells_of_one_that_is_not() -> None:
    """The other way round it may, and hidden ones tell of each other."""
    assert shown((OPEN, WRONG, None), (HIDDEN, WRONG, STATE)) == [None, STATE]
    assert shown((OPEN, WRONG, STATE), (HIDDEN, WRONG, None)) == [STATE, on(OPEN)]
    assert shown((SECRET, WRONG, None), (HIDDEN, WRONG, STATE)) == [on(HIDDEN), STATE]
    untold = replace(OPEN, part=Part(feedback="none"))
    assert shown((untold, WRONG, STATE), (OTHER, WRONG, None)) == [STATE, None]


LATER = replace(OTHER, part=Part(visibility="after_published"))
DUE = replace(OTHER, part=Part(visibility="after_due_date"))


def test_what_is_shown_later_tells_of_none_that_never_is() -> None:
    """Nor of one that may be shown later still; of what is visible each may tell."""
    assert shown((LATER, WRONG, None), (HIDDEN, WRONG, STATE)) == [None, STATE]
    assert shown((LATER, WRONG, None), (DUE, WRONG, STATE)) == [None, STATE]
    assert shown((DUE, WRONG, None), (LATER, WRONG, STATE)) == [None, STATE]
    assert shown((LATER, WRONG, None), (OPEN, WRONG, STATE)) == [on(OPEN), STATE]
    assert shown((HIDDEN, WRONG, None), (LATER, WRONG, STATE)) == [on(LATER), STATE]
    both = shown((LATER, WRONG, None), (replace(LATER, about="b"), WRONG, STATE))
    assert both == [replace(STATE, elsewhere="b"), STATE]


def test_another_question_is_another_program() -> None:
    """A module of its own, which may keep nothing."""
    alpha_beta = next(case for case in CASES if case.question.name == "alpha_beta")
    assert shown((OPEN, WRONG, STATE), (alpha_beta, WRONG, None)) == [STATE, None]
