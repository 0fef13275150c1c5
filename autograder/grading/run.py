"""The tests of an assignment: which there are, in which order, what becomes of each.

A plain loop goes through them here. Where pytest does so, for an instructor's own
tests, it calls the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from autograder.assignment.questions import FIRST_SEEN, HIDDEN, AnyTest, Assignment
from autograder.grading.grading import Grading
from autograder.kinds.entries import AllJudged, AnyJudged, broken_entry, pending_entry
from autograder.observing.outcome import (
    HURRIED,
    LATE,
    Fault,
    Outcome,
    is_out_of_time,
)
from autograder.report.entries import Entry
from autograder.report.gradebook import Gradebook
from autograder.words.reports import OTHERWISE_TOGETHER


@dataclass(frozen=True, slots=True)
class PlannedTest:
    """One test of the assignment; `node` is its key in the report."""

    node: str
    number: str
    test: AnyTest


def planned_tests(assignment: Assignment) -> tuple[PlannedTest, ...]:
    """The tests in the order of the assignment, numbered question by question."""
    questions = [question.name for question in assignment.all_questions()]
    counts: Counter[str] = Counter()
    found = []
    for test in assignment.tests:
        question = test.question.name
        counts[question] += 1
        number = f"{questions.index(question) + 1}.{counts[question]}"
        found.append(PlannedTest(f"{question}[{test.about}]", number, test))
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
    endless: set[str] = field(default_factory=set)  # questions that nobody asks again
    waits: bool = False  # whether one that was asked again has waited to its limit

    def grade(self, test: PlannedTest) -> Entry:
        """Run a test; the report then holds its entry."""
        began = self.grading.sandbox.clock()
        judged = self.grading.grade(test.test, test.number)
        self.results[test.node] = judged
        seconds = self.grading.sandbox.clock() - began
        self.gradebook.record(test.node, judged.entry, seconds)
        self.gradebook.report.alone[test.node] = judged.entry
        return judged.entry

    def break_off(self, test: PlannedTest, error: BaseException) -> None:
        """Put into the report that the grader itself failed in a test."""
        text = f"{type(error).__name__}: {error}"
        self.results.pop(test.node, None)
        entry = broken_entry(test.test, test.number, text)
        self.gradebook.record(test.node, entry)

    def reach(self, visibility: str) -> None:
        """Before the first test of a visibility, look at those that are seen before."""
        while FIRST_SEEN.index(self.ahead[0]) < FIRST_SEEN.index(visibility):
            over, *ahead = self.ahead
            self.ahead = tuple(ahead)
            self.ask_again(over)
            if self.look is not None:
                self.look(self.results, over)

    def finish(self) -> None:
        """Behind the last test, do what is left."""
        self.reach(HIDDEN)
        self.ask_again(HIDDEN)
        if self.grading.was_otherwise:
            self._take_apart()

    def ask_again(self, visibility: str) -> None:
        """Give the whole limit to tests that had a share of it, and have not ended.

        The smallest are first. Where one does not end, no other of its question is
        asked again, nor any that waits where this one waited.
        """
        marked = [
            PlannedTest(node, judged.number, judged.test)
            for node, judged in self.results.items()
            if judged.test.visibility == visibility and _was_hurried(judged)
        ]
        with self.grading.haste.paused():
            for test in sorted(marked, key=lambda test: test.test.size):
                question = test.test.question.name
                if question in self.endless or self.grading.budget.is_used_up():
                    continue
                if self.waits and self.grading.haste.has_waited(self._outcomes(test)):
                    continue
                self.attempt(test)
                if any(map(is_out_of_time, self._outcomes(test))):
                    self.endless.add(question)
                    self.waits = self.waits or LATE in {
                        each.kind for each in self._outcomes(test)
                    }

    def _take_apart(self) -> None:
        """Run all tests once more, each in a worker of its own, and say why."""
        self.gradebook.report.complaints.append(OTHERWISE_TOGETHER)
        for node, judged in [*self.results.items()]:
            self.attempt(PlannedTest(node, judged.number, judged.test))

    def attempt(self, test: PlannedTest) -> None:
        """Run a test; where the grader itself fails, the report says so."""
        try:
            self.grade(test)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is ours
            self.break_off(test, error)

    def _outcomes(self, test: PlannedTest) -> tuple[Outcome, ...]:
        """What came of the calls of a test; nothing where the grader has failed."""
        judged = self.results.get(test.node)
        return judged.result.observed.all_outcomes if judged else ()

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
    tests = planned_tests(run.grading.assignment)
    for test in tests:
        entry = pending_entry(test.test, test.number)
        run.gradebook.report.entries[test.node] = entry
    run.gradebook.save_if_possible()
    run.grading.haste.begin()
    try:
        for test in sorted(tests, key=_when_seen):
            run.reach(test.test.visibility)
            run.attempt(test)
        run.finish()
    finally:
        run.end()


def _when_seen(test: PlannedTest) -> int:
    return FIRST_SEEN.index(test.test.visibility)


def _was_hurried(judged: AnyJudged) -> bool:
    """Whether the time that a test had was but a share, and was over too soon."""
    outcomes = judged.result.observed.all_outcomes
    return any(isinstance(each, Fault) and each.kind == HURRIED for each in outcomes)
