"""One run: what is planned is graded, side by side, and recorded as it is done."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

from autograder.assignment.questions import Assignment
from autograder.classroom.course import Graded, TreeRow
from autograder.classroom.graders import Task
from autograder.classroom.plan import Plan
from autograder.classroom.progress import Progress
from autograder.classroom.store import Asked
from autograder.drawing import outline
from autograder.errors import GraderError
from autograder.trees.tree import GameTree

DRAWN = 200  # nodes of the largest tree that is drawn


def asked(assignment: Assignment) -> Asked:
    """What the store is to know of an assignment."""
    questions = {
        question.name: math.fsum(
            question.max_points()
            for case in assignment.cases
            if case.question.name == question.name
        )
        for question in assignment.questions()
    }
    trees = {name: _tree(name, tree) for name, tree in assignment.trees().items()}
    return Asked(assignment.title, questions, trees)


def _tree(name: str, tree: GameTree) -> TreeRow:
    drawn = outline.text(tree) if len(tree.nodes) <= DRAWN else ""
    return TreeRow(name, tree.title, len(tree.nodes), drawn)


def run(
    plan: Plan,
    graded: Iterable[tuple[Task, Graded]],
    record: Callable[[str, Graded], None],
    progress: Progress,
) -> int:
    """Record what is planned as it is done; it is there whatever comes then.

    How many were graded is returned: where it is stopped, not all.
    """
    count = 0
    for content, fault in plan.unreadable.items():
        record(content, Graded(None, 0.0, fault=fault))
    for task, found in graded:
        record(task.content, found)
        progress.count(fault=found.blame == GraderError.__name__)
        count += 1
    return count
