"""Grading in a notebook, where trees and tests show themselves as pictures."""

from __future__ import annotations

from pathlib import Path

from autograder import assignmentfile, lessons, treefile
from autograder.gradebook import Gradebook
from autograder.grading import opened
from autograder.lessons import Numbered
from autograder.report import Entry
from autograder.sandbox import Sandbox
from autograder.selection import of_single_file, selected
from autograder.trees import GameTree
from autograder.trust import PROJECT


def tree(path: str | Path) -> GameTree:
    """The tree of a file; FileProblems tells what is wrong with it."""
    return treefile.load(Path(path))


def grade(
    submission: str | Path,
    question: str | None = None,
    trees: str | None = None,
    assignment: str | Path = PROJECT / "test_trees",
) -> tuple[Entry, ...]:
    """The tests of a submission, each of which shows itself at the end of a cell.

    `question` and `trees` choose, as --question and --tree do. Raises AssignmentError
    for what is not there, GraderError where nothing can be run.
    """
    folder = Path(submission)
    with Sandbox() as sandbox:  # before any tree or answer is loaded
        chosen = selected(assignmentfile.load(Path(assignment)), question, trees)
        chosen = of_single_file(chosen, folder)
        gradebook = Gradebook(None)
        grading = opened(chosen, folder, sandbox, gradebook.report, trusted=False)
        results = {
            case.name: Numbered(grading.grade(case), "") for case in chosen.cases
        }
        lessons.teach(grading, gradebook, results, replays=True)
    return gradebook.report.all()
