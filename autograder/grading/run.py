"""The tests of an assignment: which there are, in which order, what becomes of each.

A plain loop goes through them here. Where pytest does so, for an instructor's own
tests, it calls the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from autograder.assignment.questions import VISIBLE, AnyTest, Assignment
from autograder.grading.grading import Grading
from autograder.kinds.entries import broken_entry, pending_entry
from autograder.kinds.kind import AllJudged, Judged
from autograder.report.entries import Entry
from autograder.report.gradebook import Gradebook


@dataclass(frozen=True, slots=True)
class Planned:
    """One test of the assignment; `node` is its key in the report."""

    node: str
    number: str
    test: AnyTest

    @property
    def is_visible(self) -> bool:
        """Whether a student sees the test at once."""
        return self.test.visibility == VISIBLE


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
    """A grading under way, and where it is recorded."""

    grading: Grading
    gradebook: Gradebook
    before_hidden: Callable[[AllJudged], None] | None = None  # called once, or never
    results: dict[str, Judged] = field(default_factory=dict)

    def grade(self, test: Planned) -> Entry:
        """Run a test; the report then holds its entry."""
        judged = self.grading.grade(test.test, test.number)
        self.results[test.node] = judged
        self.gradebook.record(test.node, judged.entry)
        return judged.entry

    def break_off(self, test: Planned, error: BaseException) -> None:
        """Put into the report that the grader itself failed in a test."""
        text = f"{type(error).__name__}: {error}"
        entry = broken_entry(test.test, test.number, text)
        self.gradebook.record(test.node, entry)

    def show_visible(self) -> None:
        """What is to be done when all visible tests have run, once."""
        then, self.before_hidden = self.before_hidden, None
        if then is not None:
            then(self.results)

    def end(self) -> None:
        """Nothing that was recorded stays unwritten, however the run ends."""
        told = self.grading.told_of_all(self.gradebook, self.results)
        self.results = {node: told[node] for node in self.results}
        self.gradebook.save()


def run_all(run: Run) -> None:
    """Run the tests, and have an entry of each that stands if it is not reached.

    The visible tests come first: no student reads what was made after another. The
    report keeps the order of the assignment.

    Raises KeyboardInterrupt where the user stopped it.
    """
    tests = planned(run.grading.assignment)
    for test in tests:
        entry = pending_entry(test.test, test.number)
        run.gradebook.report.entries[test.node] = entry
    run.gradebook.save_if_possible()
    try:
        for test in tests:
            if test.is_visible:
                _attempt(run, test)
        run.show_visible()
        for test in tests:
            if not test.is_visible:
                _attempt(run, test)
    finally:
        run.end()


def _attempt(run: Run, test: Planned) -> None:
    try:
        run.grade(test)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is ours
        run.break_off(test, error)
