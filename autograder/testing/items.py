"""The pytest items of a grading: a file of tests, a test for each case."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from autograder.grading.grading import PlannedTest, Run, planned_tests
from autograder.report import plain
from autograder.report.entries import Entry


@dataclass(slots=True, kw_only=True)
class PytestRun(Run):
    """A grading under way whose tests pytest goes through."""

    folder: Path  # the assignment's, wherever pytest may stand
    interrupted: bool = False  # by the one at the keyboard


RUN = pytest.StashKey[PytestRun]()


class AssignmentFile(pytest.File):
    """The tests of an assignment."""

    def collect(self) -> Iterator[QuestionItem]:
        """One item for each."""
        for test in planned_tests(self.config.stash[RUN].grading.assignment):
            item: QuestionItem = QuestionItem.from_parent(self, name=test.node)
            item.test = test
            yield item


class NotCorrect(Exception):  # noqa: N818 - the outcome of a test
    """A test that did not pass; its entry says why."""

    def __init__(self, entry: Entry) -> None:
        super().__init__(entry.headline)
        self.entry = entry


class QuestionItem(pytest.Item):
    """One test of a question."""

    test: PlannedTest

    def runtest(self) -> None:
        """Grade the case; fails unless everything about it is right."""
        entry = self.config.stash[RUN].grade(self.test)
        if not entry.passed:
            raise NotCorrect(entry)

    def repr_failure(self, excinfo: Any, style: Any = None) -> Any:
        """The sentences of the entry; no traceback of ours."""
        if isinstance(excinfo.value, NotCorrect):
            entry = excinfo.value.entry
            return "\n".join((entry.headline, *plain.lines(entry.details)))
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, None, str]:
        """Where pytest says that the test stands."""
        return self.path, None, self.name
