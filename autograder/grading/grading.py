"""One grading: a submission on the bench, and a desk for each kind of question."""

from __future__ import annotations

from pathlib import Path

from autograder.assignment.questions import AnyTest, Assignment
from autograder.grading.ready import Ready, ready
from autograder.kinds.all import KINDS
from autograder.kinds.entries import AllJudged, AnyJudged
from autograder.kinds.kind import Replays
from autograder.observing.bench import Bench
from autograder.observing.budget import BEYOND, UNSHARED, Budget, Turns
from autograder.project import PROJECT
from autograder.report.entries import Report
from autograder.report.gradebook import Gradebook
from autograder.sandbox import workers
from autograder.sandbox.sandbox import Sandbox
from autograder.uploads import staging
from autograder.uploads.reading import uploads
from autograder.uploads.staging import PickedFiles
from autograder.words.blocks import Note


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
        budget = Budget(*most, sandbox.clock, beyond)
        super().__init__(picked, sandbox, budget, turns)
        self.desks = {
            name: KINDS[name].desk(self, each) for name, each in ready.answers.items()
        }

    @classmethod
    def of(cls, assignment: Assignment, submission: Path, sandbox: Sandbox) -> Grading:
        """The grading of what lies at a path."""
        prepared = ready(assignment)
        modules = assignment.modules()
        picked = staging.pick(uploads(submission), modules, prepared.checks)
        return cls(prepared, picked, sandbox)

    @property
    def notes(self) -> tuple[str, ...]:
        """What the student should know of the files that were sent, in sentences."""
        return self.staged.notes

    def grade(self, test: AnyTest, number: str = "") -> AnyJudged:
        """Run one test; a fault of the grader is one of its verdicts."""
        return self.desks[test.question.kind].grade(test, number)

    def look(self, gradebook: Gradebook, judged: AllJudged, visibility: str) -> None:
        """Look for what the tests of a visibility may show, before others are run."""
        for name, desk in self.desks.items():
            desk.look(gradebook, _of_kind(name, judged), visibility)

    def told_of_all(self, gradebook: Gradebook, judged: AllJudged) -> AllJudged:
        """The tests, told what only all of them together show; the report has it."""
        return {
            node: each
            for name, desk in self.desks.items()
            for node, each in desk.told_of_all(
                gradebook, _of_kind(name, judged)
            ).items()
        }

    def teach(
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
            desk.teach(gradebook, mine, replays=replays, searches=searches)


def _of_kind(name: str, judged: AllJudged) -> AllJudged:
    return {n: each for n, each in judged.items() if each.test.question.kind == name}


def require_trust(assignment: Assignment, submissions: Path, sandbox: Sandbox) -> None:
    """AssignmentError where what lies there might read what it must not."""
    secrets = (assignment.folder, PROJECT / "reference")
    workers.require(sandbox.layers, submissions, secrets)


def introduce(grading: Grading, report: Report) -> None:
    """Put into the report what holds for all of a grading."""
    report.title = grading.assignment.title
    report.pictures = grading.assignment.pictures
    report.later = grading.assignment.later
    report.notes.extend(map(Note, grading.notes))
    report.sandbox = grading.sandbox.sentence()
    report.layers = grading.sandbox.layers.table()


def opened(
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
    introduce(grading, report)
    return grading
