"""Whether rows catch the mistakes of a function."""

from __future__ import annotations

from autograder.answers.tables import load, tables_of
from autograder.assignment.questions import Assignment
from autograder.authoring import tablemistakes
from autograder.kinds import caught
from autograder.kinds.caught import Question
from autograder.kinds.kind import Adequacy
from autograder.text import counted


def adequacy(assignment: Assignment) -> Adequacy:
    """What is found of each table; AssignmentError where there are no answers."""
    found = []
    for tests in tables_of(assignment).values():
        mistakes = tablemistakes.caught(tests, load(assignment, tests))
        rows = counted(sum(len(test.rows) for test in tests), "row")
        where = f"{rows} in {counted(len(tests), 'test')}"
        found.append(Question(tests, mistakes, where, "row"))
    return caught.adequacy(found)
