"""What it costs to say what is wrong: details, trees, the page, the smallest tree."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from pathlib import Path

from autograder.assignment.questions import Question
from autograder.kinds import all as assignments
from autograder.kinds.search import counterexample, signatures
from autograder.kinds.search.matrix import mistakes_made_in_reference
from autograder.sandbox.sandbox import Sandbox
from benchmarks.measuring import ROOT, Row, best, quietly

SUBMISSIONS = {
    "a submission that fails in 18 of 25 tests": "alpha_beta_no_pruning",
    "a submission without a fault": "correct_equality",
}
FOLDER = ROOT / "tests" / "submissions"
FAULTY = ("alpha_beta_", "crash_on_", "endless_", "memoised_", "minimax_", "returns_")
RIGHT = {"alpha_beta_strict_at_max_alone"}
BUDGET, MEDIAN = 10.0, 1.0  # seconds that a question may take


def rows(folder: Path) -> list[Row]:
    """Full reports against grading alone, and the searches for the smallest tree."""
    return [*[full_report(what, folder) for what in SUBMISSIONS], smallest_trees()]


def full_report(what: str, folder: Path) -> Row:
    """The same grading with all that a report can hold, but for a counterexample."""
    submission = FOLDER / SUBMISSIONS[what]
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
    """The search for each of many faulty programs, as a submission."""
    times, missed = [], 0
    with Sandbox() as sandbox:
        staged = sandbox.folder / "submission"
        staged.mkdir()
        for question, source in faulty():
            (staged / f"{question.module}.py").write_bytes(source)
            start = time.perf_counter()
            found = counterexample.smallest_failing_tree(
                sandbox, staged, question, BUDGET
            )
            times.append(time.perf_counter() - start)
            missed += found is None
    worst, median = max(times), statistics.median(times)
    return Row(
        f"the smallest tree on which each of {len(times)} faulty programs fails",
        f"{worst:.1f} s the slowest, {median:.2f} s the median, {missed} not found",
        "none: this bar is one of time",
        f"≤ {BUDGET:g} s, the median ≤ {MEDIAN:g} s",
        worst <= BUDGET and median <= MEDIAN and not missed,
    )


def faulty() -> Iterator[tuple[Question, bytes]]:
    """The misconceptions of the reference, and submissions that lose points."""
    assignment = signatures.load(assignments.load(ROOT / "test_trees"))
    for question in assignment.questions():
        for made in mistakes_made_in_reference(assignment, question):
            yield question, made.program.text().encode()
        for module in sorted(FOLDER.glob(f"*/{question.module}.py")):
            name = module.parent.name
            if name.startswith(FAULTY) and name not in RIGHT:
                yield question, module.read_bytes()
