"""Whether the lines of a game catch its mistakes."""

from __future__ import annotations

from autograder.assignment.questions import Assignment
from autograder.kinds import caught
from autograder.kinds.caught import Question
from autograder.kinds.game import mistakes as playmistakes
from autograder.kinds.game.answers import games_of, load
from autograder.kinds.kind import Adequacy
from autograder.text import counted


def adequacy(assignment: Assignment) -> Adequacy:
    """What is found of each game; AssignmentError where there are no answers."""
    found = []
    for tests in games_of(assignment).values():
        answers = load(assignment, tests)
        lines = counted(sum(len(answers.walked(test)) for test in tests), "line")
        where = f"{lines} in {counted(len(tests), 'test')}"
        mistakes = playmistakes.caught(tests, answers)
        found.append(Question(tests, mistakes, where, "line"))
    return caught.adequacy(found)
