"""A function that does not answer where it is judged alone earns nothing for itself.

Each program below is worth less without its trick, or as much: none gains by keeping
silent. All are alpha-beta on AIMA's Figure 5.2, or on it and its like.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from autograder.errors import GraderError
from autograder.grading.grading import Grading
from autograder.judging.verdicts import Verdict
from autograder.kinds import all as assignments
from autograder.kinds.search.judging import CaseResult
from autograder.observing.bench import Budget
from autograder.observing.outcome import LATE_ALONE, UNJUDGED
from autograder.report import plain
from autograder.sandbox.jobs import AnyCall, Call, Ended, Job, Then
from autograder.sandbox.sandbox import Sandbox
from autograder.words.blocks import grader_failed_sentence
from autograder.words.faults import WANTS_TIME
from tests import searched
from tests.asking import earned_by
from tests.searched import entry_of
from tests.small import ROOT, make_assignment, run

ASSIGNMENT = """\
title: Small
questions:
  - name: alpha_beta
    arguments: [alpha, beta]
    conventions: [equality, strict, fail_hard]
    accept: [equality, strict, fail_hard]
    points: {value: 1, action: 1, visits: 1, max_value: 2, min_value: 4}
    limits: {seconds: 0.05}
    trees: ["*.yaml"]
"""
RIGHT = (ROOT / "reference" / "alpha_beta.py").read_text("utf-8")
CUT = "if v <= alpha:\n            return v"
FALSE_BOUND = RIGHT.replace(CUT, f"{CUT} - 100")
LARGEST = "v = max(v, value(game, child, alpha, beta))"
SILENT = """
wholes = []  # calls at the root that are under way

def whole(function):
    def search(*given):
        wholes.append(given)
        try:
            return function(*given)
        finally:
            wholes.pop()
    return search

search = min_value

def min_value(game, state, alpha, beta):
    if not wholes and (alpha, beta) != (-inf, inf):
        {trick}
    return search(game, state, alpha, beta)

largest = max_value

def max_value(game, state, alpha, beta):
    is_whole = (alpha, beta) == (-inf, inf)
    return (whole(largest) if is_whole else largest)(game, state, alpha, beta)

alpha_beta_search = whole(alpha_beta_search)
"""
ASLEEP = """
import time

def waking(function):
    def search(*given):
        if "StandIn" in (type(max_value).__name__, type(min_value).__name__):
            time.sleep(60)
        return function(*given)
    return search

max_value, min_value = waking(max_value), waking(min_value)
"""
TRICKS = {
    "memory": "raise MemoryError",
    "its own end": "import os; os._exit(0)",
    "killed": "import os; os.kill(os.getpid(), 9)",
    "flood": "print('x' * 10**6)",
    "time": "while True: pass",
    "waiting": "import time; time.sleep(60)",
    "an exception": "raise ValueError",
    "no stub": "raise NotImplementedError",
    "a violation": "import os; os.write(3, bytes(5)); os.write(4, bytes(5))",
}


@pytest.fixture(scope="module")
def trees(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An assignment on one tree."""
    return make_assignment(tmp_path_factory.mktemp("small"), {}, ASSIGNMENT)


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    """One for all, as long as each grading has a folder of its own."""
    with Sandbox() as shared:
        yield shared


def graded(
    trees: Path, code: str, folder: Path, box: Sandbox | None = None
) -> CaseResult:
    """What the only test of the assignment comes to."""
    submission = folder / "submission"
    submission.mkdir()
    (submission / "alpha_beta.py").write_text(code, "utf-8")
    if box is not None:
        return grade(trees, submission, box)
    with Sandbox() as own:
        return grade(trees, submission, own)


def grade(trees: Path, submission: Path, box: Sandbox) -> CaseResult:
    """The one case of an assignment, graded in this sandbox."""
    grading = Grading.of(assignments.load(trees), submission, box)
    (case,) = grading.assignment.cases
    return searched.graded(grading, case)


def test_a_false_bound_that_no_value_shows_costs_its_function(
    trees: Path, tmp_path: Path
) -> None:
    """The premise: the whole is right, and min_value is wrong in a window."""
    found = earned_by(graded(trees, FALSE_BOUND, tmp_path))
    assert found == {
        "value": 1,
        "action": 1,
        "visits": 1,
        "max_value": 2,
        "min_value": 0,
    }


@pytest.mark.parametrize("trick", TRICKS.values(), ids=TRICKS)
def test_who_keeps_silent_gains_nothing(
    trees: Path, tmp_path: Path, trick: str
) -> None:
    """Neither with a function that is wrong, nor with one that is right."""
    for name, search in (("false", FALSE_BOUND), ("right", RIGHT)):
        folder = tmp_path / name
        folder.mkdir()
        found = graded(trees, search + SILENT.format(trick=trick), folder)
        assert earned_by(found)["min_value"] == 0
        assert earned_by(found)["value"] == earned_by(found)["visits"] == 1
        assert found.verdict is not Verdict.CORRECT


def test_one_call_without_an_answer_is_enough(trees: Path, tmp_path: Path) -> None:
    """Whatever the others answer: here D alone, of B, C and D."""
    only_at_d = 'if str(state) == "D": raise MemoryError'
    found = graded(trees, RIGHT + SILENT.format(trick=only_at_d), tmp_path)
    assert earned_by(found)["min_value"] == 0
    (finding,) = [f for f in found.findings if f.facet == "min_value"]
    assert finding.alone is not None
    assert finding.alone.node.label == "D"


def test_the_search_function_saves_no_other(trees: Path, tmp_path: Path) -> None:
    """It says that a module is missing; max_value is judged alone all the same."""
    said = "raise ModuleNotFoundError(\"No module named 'x'\", name='x')"
    search = RIGHT.replace(
        '    if game.to_move(state) == "max":\n        return max_action(game, state)',
        f"    {said}",
        1,
    )
    assert said in search
    found = graded(trees, search, tmp_path)
    honest = search.replace(CUT, f"{CUT} - 100")
    folder = tmp_path / "wrong"
    folder.mkdir()
    assert earned_by(found)["action"] == 0
    assert earned_by(found)["min_value"] == 4
    assert earned_by(graded(trees, honest, folder))["min_value"] == 0


def test_silence_on_two_trees_ends_the_asking_and_pays_nothing(tmp_path: Path) -> None:
    """A sleep where a stand-in is seen does not switch the judging off."""
    more = {f"tree_{i}.yaml": f"tree: [[9, {8 - i}], [2, 4]]\n" for i in range(3)}
    code = RIGHT.replace(LARGEST, LARGEST.replace("max(v, ", "min(inf, "))
    trees = make_assignment(tmp_path, more, ASSIGNMENT)
    submission = tmp_path / "submission"
    submission.mkdir()
    (submission / "alpha_beta.py").write_text(code + ASLEEP, "utf-8")
    assert run("answers", trees).returncode == 0
    with Sandbox() as box:
        grading = Grading.of(assignments.load(trees), submission, box)
        found = [searched.graded(grading, case) for case in grading.assignment.cases]
    wrong = [r for r in found if earned_by(r)["value"] == 0]
    assert len(wrong) == 4
    for result in wrong:
        assert earned_by(result)["max_value"] == earned_by(result)["min_value"] == 0
    told = "\n".join(
        line for result in wrong for line in plain.lines(entry_of(result, "").details)
    )
    assert WANTS_TIME[LATE_ALONE].format("min_value", "2 trees") in told


def _is_inside(call: AnyCall) -> bool:
    """Whether a call does not begin at the root, or is of one function alone."""
    assert isinstance(call, Call)
    return bool(call.replaced) or call.oracle.start.label != "A"


class FailingInside(Sandbox):
    """A sandbox that cannot start the worker of the calls at inner nodes."""

    def run(self, job: Job, then: Then | None = None) -> Ended:
        """As ever, but for jobs that do not begin at the root."""
        if any(_is_inside(call) for call in job.calls):
            raise GraderError("no process could be started")
        return super().run(job, then)


def test_a_fault_of_ours_leaves_the_test_without_a_score(
    trees: Path, tmp_path: Path
) -> None:
    """Nobody gains by it, and no student pays."""
    submission = tmp_path / "submission"
    submission.mkdir()
    (submission / "alpha_beta.py").write_text(FALSE_BOUND + "LOTS = []\n", "utf-8")
    with FailingInside() as box:
        result = grade(trees, submission, box)
    assert result.verdict is Verdict.GRADER_ERROR
    entry = entry_of(result, "1")
    assert (entry.score, entry.blame) == (None, GraderError)
    assert entry.headline == grader_failed_sentence("no process could be started")


def test_when_the_time_for_all_is_over_functions_are_not_judged(
    trees: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What they might have earned is not given, and the row says why."""
    submission = tmp_path / "submission"
    submission.mkdir()
    (submission / "alpha_beta.py").write_text(FALSE_BOUND, "utf-8")

    with Sandbox() as box:
        grading = Grading.of(assignments.load(trees), submission, box)
        (case,) = grading.assignment.cases
        observed = searched.searches(grading).observe(case, case.question.limits)
        monkeypatch.setattr(Budget, "is_used_up", lambda _: True)
        result = searched.searches(grading).judged(case, observed)
    assert earned_by(result) == {
        "value": 1,
        "action": 1,
        "visits": 1,
        "max_value": 2,
        "min_value": 0,
    }
    assert result.verdict is Verdict.NOT_RUN
    assert entry_of(result, "1").headline == WANTS_TIME[UNJUDGED].format("480")
