"""A grading's desk for searches: whole results, and what they were held to."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

from autograder.answers.file import Answers
from autograder.assignment.questions import Case
from autograder.assignment.selection import selected
from autograder.grading.grading import Grading
from autograder.judging.compare import CaseResult
from autograder.kinds import all as assignments
from autograder.kinds import entries
from autograder.kinds.judged import Judged
from autograder.kinds.searching.entries import WORDING
from autograder.kinds.searching.kind import SearchDesk, SearchKind
from autograder.kinds.searching.running import Searches
from autograder.report import plain
from autograder.report.entries import Entry
from autograder.sandbox.sandbox import Sandbox
from tests.small import ROOT, run


def searches(grading: Grading) -> Searches:
    """What runs the searches of a submission."""
    desk = grading.desks[SearchKind.name]
    assert isinstance(desk, SearchDesk)
    return desk.searches


def graded(grading: Grading, case: Case) -> CaseResult:
    """The result of one test."""
    return searches(grading).result(case)


def answers(grading: Grading) -> Mapping[str, Answers]:
    """What is right, by tree."""
    return searches(grading).answers


def numbered(result: CaseResult, number: str) -> Judged[CaseResult]:
    """A test that was graded."""
    return Judged(result, number, WORDING)


def entry_of(result: CaseResult, number: str) -> Entry:
    """What the report says of it."""
    return entries.entry_of(result, number, WORDING)


Told = Callable[[str, str], dict[str, list[str]]]  # question, text: lines by tree


def told_of(folder: Path, assignment: str, trees: str) -> Told:
    """What is told of texts, on the trees of a unit under another assignment."""
    for path in sorted((ROOT / "test_trees" / trees).glob("*.yaml")):
        shutil.copy(path, folder)
    (folder / "assignment.yaml").write_text(assignment, encoding="utf-8")
    done = run("answers", folder)
    assert done.returncode == 0, done.stderr

    def told(question: str, text: str) -> dict[str, list[str]]:
        submission = folder / "submission"
        submission.mkdir(exist_ok=True)
        (submission / f"{question}.py").write_text(text, encoding="utf-8")
        asked = selected(assignments.load(folder), question, None)
        with Sandbox() as sandbox:
            grading = Grading.of(asked, submission, sandbox)
            return {
                case.tree_name: _lines(graded(grading, case))
                for case in grading.assignment.cases
            }

    return told


def _lines(result: CaseResult) -> list[str]:
    entry = entry_of(result, "1")
    return [entry.headline, *plain.lines(entry.details)]
