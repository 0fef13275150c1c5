"""A test with its answers, and what was made of both, which serves all submissions."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from autograder.answers import file
from autograder.answers import file as answers
from autograder.answers.file import Answers
from autograder.assignment.questions import Assignment, Case, Question

if TYPE_CHECKING:  # most submissions have none
    from autograder.kinds.search.family import Family

MOST_KEPT = 64  # judgements of a test that are kept for submissions that do the same

Made = TypeVar("Made")


class Sheet:
    """What is right in one test. It remembers, and tells nothing else of the past."""

    def __init__(self, case: Case, answers: Answers) -> None:
        self.case, self.answers = case, answers
        self._made: dict[Callable[[Sheet], Any], Any] = {}
        self._lately: dict[Hashable, Any] = {}
        self._just_now: tuple[object, Any] = None, None

    def once(self, make: Callable[[Sheet], Made]) -> Made:
        """What is made of this sheet alone: all submissions are held against that."""
        if make not in self._made:
            self._made[make] = make(self)
        made: Made = self._made[make]
        return made

    def lately(self, done: Hashable, judge: Callable[[], Made]) -> Made:
        """The judgement on what was done: many submissions do the same on a tree.

        `done` says all that the judgement hangs on, and begins with what kind it is.
        """
        if done not in self._lately:
            if len(self._lately) >= MOST_KEPT:
                self._lately.clear()
            self._lately[done] = judge()
        judged: Made = self._lately[done]
        return judged

    def just_now(self, done: object, judge: Callable[[], Made]) -> Made:
        """The judgement on this very thing, which may be asked for twice in a row."""
        if self._just_now[0] is not done:
            self._just_now = done, judge()
        judged: Made = self._just_now[1]
        return judged


class Sheets:
    """The sheets of an assignment, each made when it is asked for."""

    def __init__(self, answers: Mapping[str, Answers]) -> None:
        self._answers = answers  # by tree
        self._sheets: dict[tuple[str, str], Sheet] = {}

    def of(self, case: Case) -> Sheet:
        """The sheet of a test; a test that was changed has one of its own."""
        name = case.question.name, case.tree_name
        sheet = self._sheets.get(name)
        if sheet is None or sheet.case is not case:
            sheet = self._sheets[name] = Sheet(case, self._answers[case.tree_name])
        return sheet


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
                for each in file.load_unseen(self.assignment, question)
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
