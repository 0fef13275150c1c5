"""What it costs to say what is wrong: details, trees, the page, the smallest tree."""

from __future__ import annotations

import statistics
import time
from pathlib import Path

from autograder.assignment import file as assignmentfile
from autograder.sandbox.sandbox import Sandbox
from autograder.teaching import counterexample, misconceptions
from benchmarks.measuring import ROOT, Row, best, quietly

SUBMISSIONS = {
    "a submission that fails in 18 of 25 tests": "alpha_beta_no_pruning",
    "a submission without a fault": "correct_equality",
}
BUDGET = 10.0  # seconds that a question may take


def rows(folder: Path) -> list[Row]:
    """Full reports against grading alone, and the searches for the smallest tree."""
    return [*[full_report(what, folder) for what in SUBMISSIONS], smallest_trees()]


def full_report(what: str, folder: Path) -> Row:
    """The same grading with all that a report can hold, but for a counterexample."""
    submission = ROOT / "tests" / "submissions" / SUBMISSIONS[what]
    grade = [str(ROOT / "run_autograder"), str(submission), "--question", "alpha_beta"]
    grade += ["--no-counterexample", "--results", str(folder / "results.json")]
    page = ["-v", "--page", str(folder / "page.html")]
    full, alone = best(
        [lambda: quietly([*grade, *page]), lambda: quietly(grade)], rounds=12
    )
    return Row(
        f"a full report with its page, of {what}",
        f"{full:.2f} s, {full / alone:.2f} ×",
        f"{alone:.2f} s, graded alone",
        "≤ 2 ×",
        full / alone <= 2,
    )


def smallest_trees() -> Row:
    """The search for each misconception of the reference, as a submission."""
    times, missed = [], 0
    with Sandbox() as sandbox:
        for question in assignmentfile.load(ROOT / "test_trees").questions():
            for mistaken in misconceptions.of_module(question.module):
                staged = sandbox.folder / "submission"
                staged.mkdir(exist_ok=True)
                module = staged / f"{question.module}.py"
                module.write_bytes(mistaken.path.read_bytes())
                start = time.perf_counter()
                found = counterexample.search(sandbox, staged, question, BUDGET)
                times.append(time.perf_counter() - start)
                missed += found is None
    worst, median = max(times), statistics.median(times)
    return Row(
        f"the smallest tree on which each of {len(times)} misconceptions fails",
        f"{worst:.1f} s the slowest, {median:.2f} s the median, {missed} not found",
        "none: this bar is one of time",
        f"≤ {BUDGET:g} s",
        worst <= BUDGET and not missed,
    )
