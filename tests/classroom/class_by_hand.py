"""A class made by hand, of which each test says what it needs.

What a student does is written as the values that came back on the trees `a`, `b`, ….
Where these are `3`, `5`, …, as in RIGHT, the test is passed and worth a point.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from autograder.classroom.course import (
    GRADED,
    Course,
    Graded,
    QuestionRow,
    Student,
    StudentRow,
    TestRow,
    TreeRow,
)

QUESTION = "minimax"
RIGHT = ("3", "5", "7")
TREES = {
    name: TreeRow(name, f"Tree {name}", nodes, f"{name} △ drawn")
    for name, nodes in (("a", 7), ("b", 3), ("c", 15))
}


def did(
    name: str,
    returned: Sequence[str] = RIGHT,
    *,
    verdict: str = "wrong_value",
    question: str = QUESTION,
    **found: Any,
) -> StudentRow:
    """The row of a student whose search returned this on the trees.

    `found` are a diagnosis, its title, and the like.
    """
    back = zip(TREES, returned, RIGHT, strict=True)
    tests = tuple(
        _test(question, tree, value, "correct" if value == right else verdict)
        for tree, value, right in back
    )
    points = sum(test.points or 0.0 for test in tests)
    row = QuestionRow(question, points, 3.0, **found)
    return row_of(name, Graded(points, 3.0, (row,), tests))


def _test(question: str, tree: str, returned: str, verdict: str) -> TestRow:
    passed = verdict == "correct"
    return TestRow(
        question=question,
        tree=tree,
        points=float(passed),
        most=1.0,
        passed=passed,
        verdict=verdict,
        behaviour=returned,
    )


def row_of(name: str, graded: Graded) -> StudentRow:
    """The row of a student with a submission of their own."""
    return StudentRow(
        Student(name, f"sid of {name}"),
        GRADED,
        f"by {name}",
        points=graded.points,
        most=graded.most,
        by_question={each.name: each.points for each in graded.questions},
        graded=graded,
    )


def together(row: StudentRow, *names: str) -> list[StudentRow]:
    """The row for several students of one submission."""
    return [replace(row, student=Student(name)) for name in names]


def course(
    rows: Iterable[StudentRow], questions: Mapping[str, float] | None = None
) -> Course:
    """A course of these rows."""
    asked = {QUESTION: 3.0} if questions is None else questions
    return Course("Minimax", "folder", asked, TREES, tuple(rows))


def names(rows: Iterable[StudentRow]) -> list[str]:
    """Whose rows they are."""
    return [row.student.name for row in rows]
