"""What is right of the searches of an assignment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from autograder.answers import file as answers
from autograder.answers import unseen
from autograder.answers.file import Answers
from autograder.assignment.questions import Assignment, Question
from autograder.kinds.search.sheet import Sheet, Sheets

if TYPE_CHECKING:  # most submissions have none
    from autograder.kinds.search.family import Family


class AnswerBook:
    """The answers, and all that is made of them for one submission after the other.

    It is the one place that remembers: what it hands out are facts.
    """

    def __init__(self, assignment: Assignment, by_tree: Mapping[str, Answers]) -> None:
        self.assignment, self.answers = assignment, by_tree
        self.sheets = Sheets(by_tree)
        self._families: dict[str, Family | None] = {}
        self._unseen: dict[str, tuple[Sheet, ...]] = {}

    def family(self, name: str) -> Family | None:
        """The small trees that are kept for a question; None if none are."""
        from autograder.kinds.search import family  # noqa: PLC0415 - most have no need

        if name not in self._families:
            questions = {each.name: each for each in self.assignment.questions()}
            self._families[name] = family.load(self.assignment, questions[name])
        return self._families[name]

    def unseen(self, question: Question) -> tuple[Sheet, ...]:
        """The trees of a question that no submission has met, where they are known.

        Raises UntoldError if the file cannot be used.
        """
        if question.name not in self._unseen:
            self._unseen[question.name] = tuple(
                Sheet(each.case(question), each.answers)
                for each in unseen.load(self.assignment, question)
            )
        return self._unseen[question.name]


def opened(assignment: Assignment) -> AnswerBook:
    """All answers are loaded at once: one that is missing or stale stops all gradings.

    Raises AssignmentError for these.
    """
    by_tree = load_answers(assignment)
    return AnswerBook(assignment, by_tree)


def load_answers(assignment: Assignment) -> dict[str, Answers]:
    """The answers on every tree of the assignment, by the tree's name."""
    return {name: answers.load(assignment, name) for name in assignment.trees()}
