"""Whether rows catch the mistakes of a function."""

from __future__ import annotations

from autograder.assignment.questions import Assignment
from autograder.kinds import caught
from autograder.kinds.caught import Question
from autograder.kinds.kind import Adequacy
from autograder.kinds.table import mistakes as tablemistakes
from autograder.kinds.table.answers import load, tables_of
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
