"""The tests of an assignment: which there are, in which order, what becomes of each.

A plain loop goes through them here. Where pytest does so, for an instructor's own
tests, it calls the same.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from autograder.assignment.questions import FIRST_SEEN, HIDDEN, AnyTest, Assignment
from autograder.grading.grading import Grading
from autograder.kinds.entries import broken_entry, pending_entry
from autograder.kinds.judged import AllJudged, AnyJudged
from autograder.report.entries import Entry
from autograder.report.gradebook import Gradebook


@dataclass(frozen=True, slots=True)
class Planned:
    """One test of the assignment; `node` is its key in the report."""

    node: str
    number: str
    test: AnyTest


def planned(assignment: Assignment) -> tuple[Planned, ...]:
    """The tests in the order of the assignment, numbered question by question."""
    questions = [question.name for question in assignment.all_questions()]
    counts: Counter[str] = Counter()
    found = []
    for test in assignment.tests:
        question = test.question.name
        counts[question] += 1
        number = f"{questions.index(question) + 1}.{counts[question]}"
        found.append(Planned(f"{question}[{test.about}]", number, test))
    return tuple(found)


@dataclass(slots=True)
class Run:
    """A grading under way, and where it is recorded.

    `look` is called with a visibility once its tests, and those seen before, have run.
    """

    grading: Grading
    gradebook: Gradebook
    look: Callable[[AllJudged, str], None] | None = None
    results: dict[str, AnyJudged] = field(default_factory=dict)
    ahead: tuple[str, ...] = FIRST_SEEN  # the visibilities that are not over

    def grade(self, test: Planned) -> Entry:
        """Run a test; the report then holds its entry."""
        began = time.monotonic()
        judged = self.grading.grade(test.test, test.number)
        self.results[test.node] = judged
        seconds = time.monotonic() - began
        self.gradebook.record(test.node, judged.entry, seconds)
        return judged.entry

    def break_off(self, test: Planned, error: BaseException) -> None:
        """Put into the report that the grader itself failed in a test."""
        text = f"{type(error).__name__}: {error}"
        entry = broken_entry(test.test, test.number, text)
        self.gradebook.record(test.node, entry)

    def reach(self, visibility: str) -> None:
        """Before the first test of a visibility, look at those that are seen before."""
        while FIRST_SEEN.index(self.ahead[0]) < FIRST_SEEN.index(visibility):
            over, *ahead = self.ahead
            self.ahead = tuple(ahead)
            if self.look is not None:
                self.look(self.results, over)

    def end(self) -> None:
        """Nothing that was recorded stays unwritten, however the run ends."""
        told = self.grading.told_of_all(self.gradebook, self.results)
        self.results = {node: told[node] for node in self.results}
        self.gradebook.save()


def run_all(run: Run) -> None:
    """Run the tests, and have an entry of each that stands if it is not reached.

    What students see first comes first, and what is hidden last: nobody reads what was
    made after a test that is shown later. The report keeps the order of the assignment.

    Raises KeyboardInterrupt where the user stopped it.
    """
    tests = planned(run.grading.assignment)
    for test in tests:
        entry = pending_entry(test.test, test.number)
        run.gradebook.report.entries[test.node] = entry
    run.gradebook.save_if_possible()
    try:
        for test in sorted(tests, key=_when_seen):
            run.reach(test.test.visibility)
            _attempt(run, test)
        run.reach(HIDDEN)
    finally:
        run.end()


def _when_seen(test: Planned) -> int:
    return FIRST_SEEN.index(test.test.visibility)


def _attempt(run: Run, test: Planned) -> None:
    try:
        run.grade(test)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is ours
        run.break_off(test, error)
