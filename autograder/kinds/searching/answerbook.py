"""What is right of the searches of an assignment, and the mistakes known of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from autograder.answers import file as answers
from autograder.answers import unseen
from autograder.answers.file import Answers
from autograder.assignment.questions import Assignment, Question
from autograder.judging.sheet import Sheet, Sheets
from autograder.teaching import catalogue
from autograder.teaching.catalogue import Catalogue

if TYPE_CHECKING:  # most submissions have none
    from autograder.teaching.family import Family


class AnswerBook:
    """The answers, and all that is made of them for one submission after the other.

    It is the one place that remembers: what it hands out are facts. Each catalogue is
    read when it is needed.
    """

    def __init__(self, assignment: Assignment, by_tree: Mapping[str, Answers]) -> None:
        self.assignment, self.answers = assignment, by_tree
        self.sheets = Sheets(by_tree)
        self._catalogues: dict[str, Catalogue | None] = {}
        self._families: dict[str, Family | None] = {}
        self._parts: dict[tuple[str, frozenset[str], bool], Catalogue] = {}
        self._unseen: dict[str, tuple[Sheet, ...]] = {}

    def catalogue(self, question: str) -> Catalogue | None:
        """The mistakes of a question, None if none are known.

        Raises UntoldError if the file cannot be used.
        """
        if question not in self._catalogues:
            self._catalogues[question] = catalogue.load(self.assignment, question)
        return self._catalogues[question]

    def family(self, name: str) -> Family | None:
        """The small trees that are kept for a question; None if none are."""
        from autograder.teaching import family  # noqa: PLC0415 - most have no need

        if name not in self._families:
            questions = {each.name: each for each in self.assignment.questions()}
            self._families[name] = family.load(self.assignment, questions[name])
        return self._families[name]

    def catalogue_of(
        self, question: str, trees: frozenset[str], *, visible: bool
    ) -> Catalogue | None:
        """What is left of it when only these trees are.

        Of two mistakes together nothing is known where they are not all `visible` ones,
        or all trees. Raises UntoldError if the file cannot be used.
        """
        whole, key = self.catalogue(question), (question, trees, visible)
        if whole is not None and key not in self._parts:
            part = whole.of_visible(trees)
            self._parts[key] = part if visible else replace(part, pairs={})
        return self._parts.get(key)

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
    catalogue.require_form(assignment)
    return AnswerBook(assignment, by_tree)


def load_answers(assignment: Assignment) -> dict[str, Answers]:
    """The answers on every tree of the assignment, by the tree's name."""
    return {name: answers.load(assignment, name) for name in assignment.trees()}
