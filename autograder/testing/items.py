"""The pytest items of a grading: a file of tests, a test for each case."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from autograder.assignment.questions import Case
from autograder.grading.entries import entry_of
from autograder.grading.grading import Grading
from autograder.grading.lessons import Numbered, Results
from autograder.report.entries import Entry
from autograder.report.gradebook import Gradebook


@dataclass(slots=True)
class Run:
    """A grading under way, and where it is recorded."""

    folder: Path  # the assignment's, wherever pytest may stand
    grading: Grading
    gradebook: Gradebook
    interrupted: bool = False  # by the one at the keyboard
    results: dict[str, Numbered] = field(default_factory=dict)  # by node
    before_hidden: Callable[[Results], None] | None = None  # called once, or never

    def show_visible(self) -> None:
        """What is to be done when all visible tests have run, once."""
        then, self.before_hidden = self.before_hidden, None
        if then is not None:
            then(self.results)


RUN = pytest.StashKey[Run]()


class AssignmentFile(pytest.File):
    """The tests of an assignment."""

    def collect(self) -> Iterator[TreeItem]:
        """One item for each (question, tree) pair."""
        cases = self.config.stash[RUN].grading.assignment.cases
        questions = list(dict.fromkeys(case.question.name for case in cases))
        counts = dict.fromkeys(questions, 0)
        for case in cases:
            question = case.question.name
            counts[question] += 1
            name = f"{question}[{case.tree_name}]"
            item: TreeItem = TreeItem.from_parent(self, name=name)
            item.case = case
            item.number = f"{questions.index(question) + 1}.{counts[question]}"
            yield item


class NotCorrect(Exception):  # noqa: N818 - the outcome of a test
    """A tree's test that did not pass; its entry says why."""

    def __init__(self, entry: Entry) -> None:
        super().__init__(entry.headline)
        self.entry = entry


class TreeItem(pytest.Item):
    """One question asked on one tree."""

    case: Case
    number: str

    def runtest(self) -> None:
        """Grade the case; fails unless everything about it is right."""
        run = self.config.stash[RUN]
        result = run.grading.grade(self.case)
        run.results[self.nodeid] = Numbered(result, self.number)
        entry = entry_of(result, self.number)
        run.gradebook.record(self.nodeid, entry)
        if not entry.passed:
            raise NotCorrect(entry)

    def repr_failure(self, excinfo: Any, style: Any = None) -> Any:
        """The sentences of the entry; no traceback of ours."""
        if isinstance(excinfo.value, NotCorrect):
            entry = excinfo.value.entry
            return "\n".join((entry.headline, *entry.details))
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, None, str]:
        """Where pytest says that the test stands."""
        return self.path, None, self.name
