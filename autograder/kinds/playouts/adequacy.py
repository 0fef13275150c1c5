"""Whether trees catch the mistakes of a search by playouts."""

from __future__ import annotations

from autograder.assignment.questions import Assignment
from autograder.kinds import caught
from autograder.kinds.caught import Question
from autograder.kinds.kind import Adequacy
from autograder.kinds.playouts import mistakes as playoutmistakes
from autograder.kinds.playouts.answers import load
from autograder.kinds.playouts.question import searches_of
from autograder.text import counted

REMEDY = "more iterations, or a tree on which other actions are best, may tell more"


def adequacy(assignment: Assignment) -> Adequacy:
    """What is found of each question; AssignmentError where there are no answers."""
    found = []
    for tests in searches_of(assignment).values():
        mistakes = playoutmistakes.caught(tests, load(assignment, tests))
        found.append(Question(tests, mistakes, counted(len(tests), "tree"), "tree"))
    return caught.adequacy(found, REMEDY)
