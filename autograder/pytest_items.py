"""The pytest items of a grading: a file of tests, a test for each case."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from autograder import gradescope
from autograder.assignment import Case
from autograder.grading import Grading
from autograder.report import Entry, Report, entry_of


@dataclass(slots=True)
class Run:
    """A grading under way: its report, and the file that is kept up to date."""

    grading: Grading
    report: Report
    results: Path | None = None
    started: float = field(default_factory=time.monotonic)
    interrupted: bool = False  # by the one at the keyboard

    @property
    def deadline(self) -> float:
        """The moment, of time.monotonic, at which all tests should be done."""
        return self.started + self.grading.assignment.budget

    @property
    def out_of_time(self) -> str:
        """The sentence for a test that the deadline leaves out."""
        budget = self.grading.assignment.budget
        return f"not run: the tests before used up the {budget:g} s for all"

    def record(self, node: str, entry: Entry) -> None:
        """Put an entry into the report, and the report into the file."""
        self.report.entries[node] = entry
        self.save()

    def save(self) -> None:
        """Bring results.json up to date, where one is wanted."""
        if self.results is not None:
            seconds = time.monotonic() - self.started
            gradescope.write(self.results, self.report, seconds)


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
        entry = entry_of(run.grading.grade(self.case), self.number)
        run.record(self.nodeid, entry)
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
