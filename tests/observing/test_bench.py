"""Where the time of a grading is over: whose it was decides what stands for a test."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from autograder.errors import GraderError
from autograder.grading.grading import Grading, ready
from autograder.judging.verdicts import Verdict
from autograder.kinds import all as assignments
from autograder.kinds.search.judging import CaseResult
from autograder.observing.outcome import BEFORE, CUT, NOT_RUN, UNJUDGED, Fault
from autograder.report.entries import Entry
from autograder.sandbox.sandbox import STARVED, Sandbox
from autograder.uploads.reading import uploads
from autograder.uploads.staging import pick
from tests import searched
from tests.searched import entry_of
from tests.small import ROOT

QUICK = ROOT / "tests" / "assignments" / "quick"
SLEEPING = "import time\ndef max_value(*_): time.sleep(60)\n"


@pytest.fixture
def sleeper(tmp_path: Path) -> Path:
    """A submission that sleeps in every call."""
    for module in ("minimax", "alpha_beta"):
        text = f"{SLEEPING}{module}_search = min_value = max_value\n"
        tmp_path.joinpath(f"{module}.py").write_text(text, "utf-8")
    return tmp_path


def grading(submission: Path, budget: float, sandbox: Sandbox) -> Grading:
    """One with another budget."""
    return Grading.of(
        replace(assignments.load(QUICK), budget=budget), submission, sandbox
    )


def fault_of(result: CaseResult) -> Fault:
    """What became of the first call of a test that was not run to its end."""
    outcome = result.observed.calls[0].outcome
    assert isinstance(outcome, Fault)
    return outcome


def results(grading: Grading) -> Iterator[tuple[CaseResult, Entry]]:
    """Of each test its result and its entry, as they are made."""
    for case in grading.assignment.cases:
        result = searched.graded(grading, case)
        yield result, entry_of(result, "1")


def test_a_test_in_which_the_submission_used_up_all_is_broken_off(
    sleeper: Path,
) -> None:
    """Where the time on the wall is over; those behind it are not begun."""
    with Sandbox() as sandbox:
        assert sandbox.layers  # the server is there
        begun = grading(sleeper, 0.8, sandbox)
        begun.budget.end = sandbox.deadline = time.monotonic() + 1.7
        found = [*results(begun)]
    assert {result.verdict for result, _ in found} == {Verdict.NOT_RUN}
    assert {(entry.score, entry.blame) for _, entry in found} == {(0, None)}
    assert [fault_of(result) for result, _ in found[:2]] == [
        Fault(NOT_RUN, "0.8", stage=CUT),
        Fault(NOT_RUN, "0.8", stage=BEFORE),
    ]


def test_where_others_had_the_time_no_test_has_a_score(sleeper: Path) -> None:
    """Neither one that is broken off nor one that is not begun is a zero."""
    with Sandbox() as sandbox:
        begun = grading(sleeper, 480.0, sandbox)
        begun.budget.end = sandbox.deadline = time.monotonic() + 0.1
        found = [*results(begun)]
    assert {result.verdict for result, _ in found} == {Verdict.GRADER_ERROR}
    assert {(entry.score, entry.blame) for _, entry in found} == {(None, GraderError)}
    assert {fault_of(result) for result, _ in found} == {Fault("grader", STARVED)}


def test_functions_that_there_is_no_time_to_judge_alone(tmp_path: Path) -> None:
    """Whoever had the time: the test has a score where it was the submission."""
    with Sandbox() as sandbox:
        begun = grading(tmp_path, 480.0, sandbox)
        assert begun.fault_of_unreached(UNJUDGED) == Fault("grader", STARVED)
        begun.budget.give_back(-500.0)
        told = Fault(NOT_RUN, "480", stage=UNJUDGED)
        assert begun.fault_of_unreached(UNJUDGED) == told


def test_a_check_that_there_is_no_time_for(tmp_path: Path) -> None:
    """It says so, and raises where others had the time."""
    with Sandbox() as sandbox:
        begun = grading(tmp_path, 480.0, sandbox)
        assert begun.out_of_time() is None
        begun.budget.end = 0.0
        with pytest.raises(GraderError, match="too little of a core"):
            begun.out_of_time()
        begun.budget.give_back(-500.0)
        assert begun.out_of_time() == Fault(NOT_RUN, "480", stage=BEFORE)


def test_among_others_of_a_class_the_wall_has_no_bound() -> None:
    """Their graders wait for each other, and nobody for them."""
    prepared = ready(assignments.load(QUICK))
    picked = pick(uploads(ROOT / "reference"), prepared.assignment.modules())
    with Sandbox() as alone, Sandbox() as sandbox:
        Grading(prepared, picked, alone)
        assert alone.deadline < time.monotonic() + 1.1 * prepared.assignment.budget
        Grading(prepared, picked, sandbox, beyond=math.inf)
        assert sandbox.deadline == math.inf
