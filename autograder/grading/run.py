"""The tests of an assignment: which there are, in which order, what becomes of each.

A plain loop goes through them here. Where pytest does so, for an instructor's own
tests, it calls the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from autograder.assignment.questions import VISIBLE, Assignment, Case
from autograder.grading import lessons
from autograder.grading.entries import broken_entry, pending_entry
from autograder.grading.grading import Grading
from autograder.grading.lessons import Numbered, Results
from autograder.report.entries import Entry
from autograder.report.gradebook import Gradebook


@dataclass(frozen=True, slots=True)
class TreeTest:
    """One question asked on one tree; `node` is its key in the report."""

    node: str
    number: str
    case: Case

    @property
    def is_visible(self) -> bool:
        """Whether a student sees the test at once."""
        return self.case.visibility == VISIBLE


def tree_tests(assignment: Assignment) -> tuple[TreeTest, ...]:
    """One test for each (question, tree) pair, in the order of the assignment."""
    questions = list(dict.fromkeys(case.question.name for case in assignment.cases))
    counts: Counter[str] = Counter()
    tests = []
    for case in assignment.cases:
        question = case.question.name
        counts[question] += 1
        number = f"{questions.index(question) + 1}.{counts[question]}"
        tests.append(TreeTest(f"{question}[{case.tree_name}]", number, case))
    return tuple(tests)


@dataclass(slots=True)
class Run:
    """A grading under way, and where it is recorded."""

    grading: Grading
    gradebook: Gradebook
    before_hidden: Callable[[Results], None] | None = None  # called once, or never
    results: dict[str, Numbered] = field(default_factory=dict)

    def grade(self, test: TreeTest) -> Entry:
        """Run a test; the report then holds its entry."""
        result = self.grading.grade(test.case)
        numbered = self.results[test.node] = Numbered(result, test.number)
        self.gradebook.record(test.node, numbered.entry)
        return numbered.entry

    def break_off(self, test: TreeTest, error: BaseException) -> None:
        """Put into the report that the grader itself failed in a test."""
        text = f"{type(error).__name__}: {error}"
        entry = broken_entry(test.case, test.number, text)
        self.gradebook.record(test.node, entry)

    def show_visible(self) -> None:
        """What is to be done when all visible tests have run, once."""
        then, self.before_hidden = self.before_hidden, None
        if then is not None:
            then(self.results)

    def end(self) -> None:
        """Nothing that was recorded stays unwritten, however the run ends."""
        grading, gradebook = self.grading, self.gradebook
        self.results = lessons.name_conventions(grading, gradebook, self.results)
        self.gradebook.save()


def run_all(run: Run) -> None:
    """Run the tests, and have an entry of each that stands if it is not reached.

    The visible tests come first: no student reads what was made after another. The
    report keeps the order of the assignment.

    Raises KeyboardInterrupt where the user stopped it.
    """
    tests = tree_tests(run.grading.assignment)
    for test in tests:
        entry = pending_entry(test.case, test.number)
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


def _attempt(run: Run, test: TreeTest) -> None:
    try:
        run.grade(test)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is ours
        run.break_off(test, error)
