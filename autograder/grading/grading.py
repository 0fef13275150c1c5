"""One submission under one assignment, and its tests in the order in which they run.

A plain loop goes through them. Where pytest does so, for an instructor's own tests, it
calls the same.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path, PurePosixPath
from typing import Any

from autograder.assignment.questions import (
    FIRST_SEEN,
    HIDDEN,
    PYTHON,
    AnyTest,
    Assignment,
)
from autograder.assignment.reading import FILE
from autograder.files import is_hidden
from autograder.kinds.all import KINDS, assignment_with_answers, kinds_in_assignment
from autograder.kinds.entries import AllJudged, AnyJudged, broken_entry, pending_entry
from autograder.kinds.kind import Replays
from autograder.observing.bench import BEYOND, UNSHARED, Bench, Budget, Turns
from autograder.observing.outcome import HURRIED, LATE, Fault, Outcome, is_out_of_time
from autograder.project import PROJECT, is_for_authors
from autograder.report.entries import Entry, Report
from autograder.report.gradebook import Gradebook
from autograder.sandbox import workers
from autograder.sandbox.sandbox import Sandbox
from autograder.uploads import adapters, staging
from autograder.uploads.reading import Upload, uploads
from autograder.uploads.staging import PickedFiles
from autograder.words.blocks import OTHERWISE_TOGETHER, Note

CHECK_FILES = ("test_*.py", "*_test.py", "conftest.py")  # as pytest names them


# ── What gradings of one assignment share ─────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Ready:
    """What gradings of one assignment share: by kind of question, what is right.

    `checks` is the source of the instructor's own tests, which may name modules that
    no question asks for, and the names of others that may be handed in; `has_checks`
    says whether pytest would find any. `provided` lies beside each submission.
    """

    assignment: Assignment
    answers: Mapping[str, Any]
    checks: bytes
    has_checks: bool
    provided: Mapping[PurePosixPath, bytes]

    def pick(self, files: Iterable[Upload]) -> PickedFiles:
        """What is graded of the files of a submission."""
        modules = self.assignment.handed_in()
        return staging.pick(files, modules, self.checks, self.provided)

    def names(self) -> dict[str, dict[str, str]]:
        """By question and function of its adapter the student's that does its work."""
        modules, found = self.assignment.handed_in(), {}
        for question in self.assignment.all_questions():
            text = self.provided.get(PurePosixPath(f"{question.module}{PYTHON}"), b"")
            paths = adapters.functions_called_by_adapter(text, modules)
            found[question.name] = {name: ".".join(p) for name, p in paths.items()}
        return {name: names for name, names in found.items() if names}


def ready(assignment: Assignment) -> Ready:
    """All answers are loaded at once: one that is missing or stale stops all gradings.

    Raises AssignmentError for these.
    """
    assignment = assignment_with_answers(assignment)
    adapters.check(assignment)
    kinds = kinds_in_assignment(assignment)
    answers = {name: kind.answers(assignment) for name, kind in kinds.items()}
    folder = assignment.folder
    paths = [path for path in _modules(folder) if not is_for_authors(path, folder)]
    beside = [m.encode() for k in kinds.values() for m in k.may_hand_in(assignment)]
    checks = b"\n".join([*(path.read_bytes() for path in paths), *beside])
    has_checks = any(_is_check(path, assignment.folder) for path in paths)
    provided = assignment.interface.contents()
    return Ready(assignment, answers, checks, has_checks, provided)


def _modules(folder: Path) -> list[Path]:
    """All Python files below a folder but hidden ones; it may have very many others."""
    found = []
    for place, folders, names in os.walk(folder):
        folders[:] = (name for name in folders if not is_hidden(name))
        mine = (n for n in names if n.endswith(".py") and not is_hidden(n))
        found += [Path(place, name) for name in mine]
    return sorted(found)


def _is_check(path: Path, folder: Path) -> bool:
    """Whether a file holds checks, or sets up pytest for them.

    One in a folder with an assignment of its own belongs to that.
    """
    if not any(fnmatch(path.name, pattern) for pattern in CHECK_FILES):
        return False
    between = path.relative_to(folder).parents
    return not any((folder / each / FILE).is_file() for each in [*between][:-1])


# ── One submission ─────────────────────────────────────────────────────────────────


class Grading(Bench):
    """One submission under one assignment, graded in one sandbox.

    By the clock on the wall it may be `beyond` the budget by such a share of that.
    """

    def __init__(
        self,
        ready: Ready,
        picked: PickedFiles,
        sandbox: Sandbox,
        turns: Turns = UNSHARED,
        beyond: float = BEYOND,
    ) -> None:
        self.ready, self.assignment = ready, ready.assignment
        most = self.assignment.budget, self.assignment.counterexample
        budget = Budget(*most, sandbox.clock_seconds, beyond)
        super().__init__(picked, sandbox, budget, turns)
        self.desks = {
            name: KINDS[name].desk(self, each) for name, each in ready.answers.items()
        }

    @classmethod
    def of(cls, assignment: Assignment, submission: Path, sandbox: Sandbox) -> Grading:
        """The grading of what lies at a path."""
        prepared = ready(assignment)
        return cls(prepared, prepared.pick(uploads(submission)), sandbox)

    def grade(self, test: AnyTest, number: str = "") -> AnyJudged:
        """Run one test; a fault of the grader is one of its verdicts."""
        return self.desks[test.question.kind].grade(test, number)

    def look_for_counterexamples(
        self, gradebook: Gradebook, judged: AllJudged, visibility: str
    ) -> None:
        """Look for what the tests of a visibility may show, before others are run."""
        for name, desk in self.desks.items():
            desk.look_for_counterexamples(gradebook, _of_kind(name, judged), visibility)

    def add_shared_findings(self, gradebook: Gradebook, judged: AllJudged) -> AllJudged:
        """The tests, told what only all of them together show; the report has it."""
        return {
            node: each
            for name, desk in self.desks.items()
            for node, each in desk.add_shared_findings(
                gradebook, _of_kind(name, judged)
            ).items()
        }

    def add_lessons(
        self,
        gradebook: Gradebook,
        judged: AllJudged,
        *,
        replays: Replays,
        searches: bool,
    ) -> None:
        """Add to the report what no test tells by itself; no points change."""
        for name, desk in self.desks.items():
            mine = _of_kind(name, judged)
            desk.add_lessons(gradebook, mine, replays=replays, searches=searches)


def _of_kind(name: str, judged: AllJudged) -> AllJudged:
    return {n: each for n, each in judged.items() if each.test.question.kind == name}


def require_trust(assignment: Assignment, submissions: Path, sandbox: Sandbox) -> None:
    """AssignmentError where what lies there might read what it must not."""
    secrets = (assignment.folder, PROJECT / "reference")
    workers.require_unreadable_secrets(sandbox.layers, submissions, secrets)


def report_remarks(grading: Grading, report: Report) -> None:
    """Put into the report what holds for all of a grading."""
    report.title = grading.assignment.title
    report.pictures = grading.assignment.pictures
    report.later = grading.assignment.later
    report.notes.extend(map(Note, grading.staged.notes))
    report.sandbox = grading.sandbox.layers_sentence()
    report.layers = grading.sandbox.layers.table()


def opened_grading(
    assignment: Assignment,
    submission: Path,
    sandbox: Sandbox,
    report: Report,
    *,
    trusted: bool,
) -> Grading:
    """A grading of what lies at a path, and in the report what holds for all of it.

    Raises AssignmentError where the submission might read what it must not, unless
    it is trusted.
    """
    report.title = assignment.title
    if not trusted:
        require_trust(assignment, submission, sandbox)
    grading = Grading.of(assignment, submission, sandbox)
    report_remarks(grading, report)
    return grading


# ── Its tests ──────────────────────────────────────────────────────────────────────


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

    Where it `searches`, the smallest trees are looked for once the tests of a
    visibility, and those seen before, have run.
    """

    grading: Grading
    gradebook: Gradebook
    searches: bool = False
    results: dict[str, AnyJudged] = field(default_factory=dict)
    ahead: tuple[str, ...] = FIRST_SEEN  # the visibilities that are not over
    endless: set[str] = field(default_factory=set)  # questions that nobody asks again
    waits: bool = False  # whether one that was asked again has waited to its limit

    def run_all(self) -> None:
        """Run the tests, and have an entry of each that stands if it is not reached.

        What students see first comes first, and what is hidden last: nobody reads what
        was made after a test that is shown later. The report keeps the order of the
        assignment. Raises KeyboardInterrupt where the user stopped it.
        """
        tests = planned_tests(self.grading.assignment)
        for test in tests:
            entry = pending_entry(test.test, test.number)
            self.gradebook.report.entries[test.node] = entry
        self.gradebook.save_if_possible()
        self.grading.haste.begin_hurrying()
        try:
            for test in sorted(
                tests, key=lambda each: FIRST_SEEN.index(each.test.visibility)
            ):
                self.begin_visibility(test.test.visibility)
                self.attempt(test)
            self.finish()
        finally:
            self.complete_and_save()

    def grade(self, test: PlannedTest) -> Entry:
        """Run a test; the report then holds its entry."""
        began = self.grading.sandbox.clock_seconds()
        judged = self.grading.grade(test.test, test.number)
        self.results[test.node] = judged
        seconds = self.grading.sandbox.clock_seconds() - began
        self.gradebook.record(test.node, judged.entry, seconds)
        self.gradebook.report.alone[test.node] = judged.entry
        return judged.entry

    def record_grader_fault(self, test: PlannedTest, error: BaseException) -> None:
        """Put into the report that the grader itself failed in a test."""
        text = f"{type(error).__name__}: {error}"
        self.results.pop(test.node, None)
        entry = broken_entry(test.test, test.number, text)
        self.gradebook.record(test.node, entry)

    def begin_visibility(self, visibility: str) -> None:
        """Before the first test of a visibility, look at those that are seen before."""
        while FIRST_SEEN.index(self.ahead[0]) < FIRST_SEEN.index(visibility):
            over, *ahead = self.ahead
            self.ahead = tuple(ahead)
            self.run_slow_tests_again(over)
            if self.searches:
                self.grading.look_for_counterexamples(
                    self.gradebook, self.results, over
                )

    def finish(self) -> None:
        """Behind the last test, do what is left."""
        self.begin_visibility(HIDDEN)
        self.run_slow_tests_again(HIDDEN)
        if self.grading.was_otherwise:  # then each has a worker of its own
            self.gradebook.report.complaints.append(OTHERWISE_TOGETHER)
            for node, judged in [*self.results.items()]:
                self.attempt(PlannedTest(node, judged.number, judged.test))

    def run_slow_tests_again(self, visibility: str) -> None:
        """Give the whole limit to tests that had a share of it, and have not ended.

        The smallest are first. Where one does not end, no other of its question is
        asked again, nor any that waits where this one waited.
        """
        marked = [
            PlannedTest(node, judged.number, judged.test)
            for node, judged in self.results.items()
            if judged.test.visibility == visibility and _was_hurried(judged)
        ]
        with self.grading.haste.without_hurry():
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

    def attempt(self, test: PlannedTest) -> None:
        """Run a test; where the grader itself fails, the report says so."""
        try:
            self.grade(test)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is ours
            self.record_grader_fault(test, error)

    def _outcomes(self, test: PlannedTest) -> tuple[Outcome, ...]:
        """What came of the calls of a test; nothing where the grader has failed."""
        judged = self.results.get(test.node)
        return judged.result.observed.all_outcomes if judged else ()

    def complete_and_save(self) -> None:
        """Nothing that was recorded stays unwritten, however the run ends."""
        told = self.grading.add_shared_findings(self.gradebook, self.results)
        self.results = {node: told[node] for node in self.results}
        self.gradebook.save()


def grade_all_tests(
    grading: Grading, gradebook: Gradebook, *, searches: bool = False
) -> AllJudged:
    """Run the tests of trees; the report then holds what came of each.

    Raises KeyboardInterrupt where the user stopped it.
    """
    run = Run(grading, gradebook, searches=searches)
    run.run_all()
    return run.results


def _was_hurried(judged: AnyJudged) -> bool:
    """Whether the time that a test had was but a share, and was over too soon."""
    outcomes = judged.result.observed.all_outcomes
    return any(isinstance(each, Fault) and each.kind == HURRIED for each in outcomes)
