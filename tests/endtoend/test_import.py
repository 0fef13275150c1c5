"""A module that cannot be imported is tried twice, and its tests go with that."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.grading.grading import Grading
from autograder.judging.verdicts import Verdict
from autograder.kinds import all as assignments
from autograder.kinds.search.judging import CaseResult
from autograder.observing.outcome import Fault
from autograder.sandbox.jobs import Ended, Job, Then
from autograder.sandbox.sandbox import Sandbox
from tests import searched
from tests.small import ROOT, make_assignment, run

ASSIGNMENT = """\
title: Small
counterexample: 5
questions:
  - name: minimax
    points: {value: 1, action: 1, visits: 1, max_value: 1}
    limits: {seconds: 0.1}
    trees: ["*.yaml"]
"""
MORE = {f"tree_{i}.yaml": f"tree: [[{i}, 2], [1, 0]]\n" for i in range(3)}
RIGHT = (ROOT / "reference" / "minimax.py").read_text("utf-8")
SWALLOWING = """
while True:
    try:
        while True: pass
    except BaseException: pass
"""
LUCK = """
import os
if os.urandom(1)[0] % 2: raise ValueError
raise KeyError
"""


class Counting(Sandbox):
    """A sandbox that counts its jobs."""

    jobs = 0

    def run(self, job: Job, then: Then | None = None) -> Ended:
        """As ever."""
        self.jobs += 1
        return super().run(job, then)


@pytest.fixture(scope="module")
def trees(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An assignment of one question on four trees."""
    folder = make_assignment(tmp_path_factory.mktemp("small"), MORE, ASSIGNMENT)
    done = run("answers", folder)
    assert done.returncode == 0, done.stderr
    return folder


def graded(trees: Path, folder: Path, code: str) -> tuple[list[CaseResult], int]:
    """The results of all tests, and how many workers they took."""
    submission = folder / "submission"
    submission.mkdir()
    (submission / "minimax.py").write_text(code, "utf-8")
    box = Counting()
    with box:
        grading = Grading.of(assignments.load(trees), submission, box)
        found = [searched.graded(grading, case) for case in grading.assignment.cases]
        return found, box.jobs


@pytest.mark.parametrize(
    "code, verdict",
    [
        ("while True: pass", Verdict.TIMED_OUT),
        (SWALLOWING, Verdict.TIMED_OUT),
        ("import time; time.sleep(60)", Verdict.TIMED_OUT),
        ("1 / 0", Verdict.CRASHED),
        ("import numpy", Verdict.CRASHED),
        ("def f(:", Verdict.CRASHED),
        ("raise SystemExit", Verdict.EXITED),
    ],
)
def test_it_costs_its_time_twice_whatever_the_number_of_trees(
    trees: Path, tmp_path: Path, code: str, verdict: Verdict
) -> None:
    """And every test says what happened, and where."""
    results, jobs = graded(trees, tmp_path, code)
    assert jobs <= 3  # with the second run of the first test, where it was cheap
    assert {result.verdict for result in results} == {verdict}
    assert {result.points for result in results} == {0}
    first, *others = [result.observed.calls[0].outcome for result in results]
    assert isinstance(first, Fault)
    assert others == [first] * 3


def test_one_that_can_be_imported_is_run_on_each_tree(
    trees: Path, tmp_path: Path
) -> None:
    """The rest of the module makes no difference."""
    results, jobs = graded(trees, tmp_path, RIGHT)
    assert len(results) == 4
    assert jobs == 5  # to compile, and for each: so few share no worker
    assert {result.verdict for result in results} == {Verdict.CORRECT}


def test_one_that_fails_otherwise_the_second_time_is_tried_again(
    trees: Path, tmp_path: Path
) -> None:
    """What comes of it is not known as long as no two tries are alike."""
    results, jobs = graded(trees, tmp_path, LUCK)
    assert jobs >= 2
    assert {result.verdict for result in results} == {Verdict.CRASHED}


def test_no_smallest_tree_is_looked_for(trees: Path, tmp_path: Path) -> None:
    """It fails on every tree, so the smallest tells nothing."""
    submission = tmp_path / "submission"
    submission.mkdir()
    (submission / "minimax.py").write_text("1 / 0")
    done = run(submission, "--assignment", trees)
    assert "raised ZeroDivisionError" in done.stdout
    assert "smallest tree" not in done.stdout
