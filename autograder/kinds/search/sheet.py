"""A test with its answers, and what was made of both, which serves all submissions."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any, TypeVar

from autograder.answers.file import Answers
from autograder.assignment.questions import Case

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
