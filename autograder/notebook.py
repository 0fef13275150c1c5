"""Grading in a notebook, where trees and tests show themselves as pictures."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

from autograder.assignment.selection import of_single_file, selected
from autograder.drawing import picture
from autograder.grading.grading import opened
from autograder.grading.session import Wanted, grade_fully
from autograder.kinds.all import load
from autograder.kinds.kind import Replays
from autograder.project import PROJECT
from autograder.report.entries import Entry
from autograder.report.gradebook import Gradebook
from autograder.sandbox.sandbox import Sandbox
from autograder.trees import file as treefile
from autograder.trees.tree import GameTree


class DrawnTree(GameTree):
    """A tree that shows itself as a picture at the end of a cell."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return picture.svg(self)


def tree(path: str | Path) -> DrawnTree:
    """The tree of a file; FileProblems tells what is wrong with it."""
    found = treefile.load(Path(path))
    return DrawnTree(*(getattr(found, field.name) for field in fields(found)))


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
        chosen = selected(load(Path(assignment)), question, trees)
        chosen = of_single_file(chosen, folder)
        gradebook = Gradebook(None)
        grading = opened(chosen, folder, sandbox, gradebook.report, trusted=False)
        grade_fully(grading, gradebook, Wanted(replays=Replays.ALL, searches=False))
    return gradebook.report.all()
