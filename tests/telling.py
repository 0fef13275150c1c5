"""What is told of submissions on the trees of a unit, under another assignment."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from autograder.assignment.selection import only_selected
from autograder.grading.grading import Grading
from autograder.kinds import all as assignments
from autograder.kinds.search.judging import CaseResult
from autograder.report import plain
from autograder.sandbox.sandbox import Sandbox
from tests.searched import entry_of, graded
from tests.small import ROOT, run

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
        asked = only_selected(assignments.load(folder), question, None)
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
