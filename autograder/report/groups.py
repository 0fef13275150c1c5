"""The tests of each question together, and which of them is told of first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from autograder.assignment.questions import VISIBLE
from autograder.report.entries import CHECKS, TESTS, Entry, score
from autograder.words.blocks import FAILED, PASSED, UNJUDGED, Note


@dataclass(frozen=True, slots=True)
class Group:
    """The tests of a question, without a smallest tree that was looked for besides."""

    name: str
    tests: tuple[Entry, ...]

    @property
    def wrong(self) -> list[Entry]:
        """The tests that failed or broke, those that students see before others."""
        wrong = [entry for entry in self.tests if entry.state == FAILED or entry.blame]
        return sorted(wrong, key=lambda entry: entry.visibility != VISIBLE)

    @property
    def state(self) -> str:
        """Whether one failed, one was not judged, or neither: some may be skipped."""
        states = {entry.state for entry in self.wrong}
        return next((each for each in (FAILED, UNJUDGED) if each in states), PASSED)

    @property
    def called(self) -> str:
        """What its tests are called where they are counted."""
        return TESTS if self.name == CHECKS else self.tests[0].several

    @property
    def first(self) -> Entry:
        """The test that is told of: the one that tells most, or the first."""
        wrong = self.wrong
        return next((each for each in wrong if each.tells_most), wrong[0])

    @property
    def is_told_in_a_row(self) -> bool:
        """Whether one sentence, the same for all its tests, is all that is known."""
        alike = len({entry.headline for entry in self.tests}) == 1
        return alike and not (self.first.line or self.first.has_searched)

    @property
    def is_unwritten(self) -> bool:
        """Whether nothing was earned, and each test met a function left as a stub."""
        return all(entry.meets_a_stub for entry in self.tests) and not score(self.tests)


def grouped(entries: Iterable[Entry]) -> list[Group]:
    """The groups in their order."""
    tests = [entry for entry in entries if not entry.smallest]
    by_name = groupby(tests, key=lambda entry: entry.group)
    return [Group(name, tuple(members)) for name, members in by_name]


def wrong_groups(groups: Iterable[Group]) -> list[Group]:
    """Those of which a test was not passed, first where there is something to see.

    What is not yet written comes after what is, and what was not handed in last.
    """
    wrong = [group for group in groups if group.state != PASSED]
    return sorted(wrong, key=lambda group: (group.is_told_in_a_row, group.is_unwritten))


def told_first(failing: Sequence[Group], notes: Iterable[Note]) -> Group:
    """The first that fails; where nothing leads from it, the first that has a name."""
    first, explained = failing[0], {note.explains for note in notes}
    test = first.first
    if first.is_told_in_a_row or test.line or test.went_wrong:
        return first
    return next((group for group in failing if group.name in explained), first)
