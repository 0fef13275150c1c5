"""Whole gradings, as the command makes them, and the screen that is shown of each."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autograder.assignment.questions import Assignment
from autograder.grading.grading import Grading, report_remarks
from autograder.grading.session import Wanted, grade_fully
from autograder.kinds.entries import AnyJudged
from autograder.kinds.kind import Replays
from autograder.report import terminal
from autograder.report.entries import Report
from autograder.report.gradebook import Gradebook
from autograder.sandbox.sandbox import Sandbox
from tests.drawing.test_outline import widest

WANTED = Wanted(replays=Replays.FIRST, searches=False)


@dataclass(frozen=True, slots=True)
class Whole:
    """What came of a whole grading: each test, and the report."""

    judged: Mapping[str, AnyJudged]
    report: Report

    @property
    def results(self) -> tuple[Any, ...]:
        """The result of each test."""
        return tuple(each.result for each in self.judged.values())


def without_commands(screen: str) -> str:
    """A screen but for what is to be typed, which is never broken."""
    labels = terminal.NEXT, terminal.OR, terminal.TRY
    return "\n".join(row for row in screen.split("\n") if not row.startswith(labels))


def graded(folder: Path, assignment: Assignment, sandbox: Sandbox) -> Whole:
    """Grade a submission, whose screen is one, whatever is in it."""
    grading, gradebook = Grading.of(assignment, folder, sandbox), Gradebook(None)
    report_remarks(grading, gradebook.report)
    try:
        results = grade_fully(grading, gradebook, WANTED)
    finally:
        shutil.rmtree(grading.staged.folder)
    # Whether visible trees show a fault is for the instructor, and no failure of ours.
    others = [c for c in gradebook.report.complaints if "cannot know" not in c]
    assert others == []
    shown = terminal.screen(gradebook.report, command=f"./run_autograder {folder.name}")
    assert shown.count("\n") < terminal.HEIGHT, shown
    assert widest(without_commands(shown)) <= terminal.WIDTH, shown
    return Whole(results, gradebook.report)
