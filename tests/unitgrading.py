"""A unit's fixture submissions, graded as a student's: points, and what is said."""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass
from functools import cache
from math import fsum
from pathlib import Path

from autograder.assignment.questions import AnyQuestion, Assignment
from autograder.authoring.misconceptions import MistakeProgram
from autograder.grading.grading import Grading
from autograder.judging.verdicts import Verdict
from autograder.kinds import all as assignments
from autograder.kinds.all import KINDS
from autograder.kinds.search.computing import with_signatures
from autograder.kinds.search.judging import CaseResult, Finding
from autograder.observing.outcome import Fault
from autograder.sandbox.sandbox import Sandbox
from tests import searched
from tests.small import ROOT, run

TREES = ROOT / "test_trees"
FOLDER = Path(__file__).parent / "units"
TEMPLATE = ROOT / "student_template"
REFERENCE = ROOT / "reference"

Fact = tuple[str, ...]


@dataclass(frozen=True)
class Graded:
    """What a submission earned on one question, test by test, of how many points."""

    results: tuple[CaseResult, ...]

    @property
    def points(self) -> float:
        """Of all tests."""
        return fsum(result.points for result in self.results)

    @property
    def most(self) -> float:
        """What there was to be earned."""
        return fsum(r.case.points.max_points for r in self.results)

    def decided(self, tree: str) -> Finding:
        """The finding that decided a test."""
        result = self.on(tree)
        return next(f for f in result.findings if f.verdict is result.verdict)

    def fact(self, tree: str) -> Fact:
        """What decided a test: where it shows, what came, and what should have come.

        Of visits and estimates those that should not be, those that are missing, and
        two that came in the wrong order. Of what was raised its class and its message.
        """
        decided = self.decided(tree)
        function, outcome = decided.observation.function, decided.observation.outcome
        if isinstance(outcome, Fault):
            return function, outcome.type, outcome.message
        if decided.verdict in (Verdict.WRONG_VISITS, Verdict.WRONG_ESTIMATES):
            visits = decided.visits
            parts = (visits.wrongly_visited, visits.wrongly_skipped)
            return (decided.facet, *map(" ".join, parts), *visits.swapped)
        came = str(outcome) if outcome.actions is None else " ".join(outcome.actions)
        return function, came, " ".join(decided.expected)

    def on(self, tree: str) -> CaseResult:
        """The test of that tree."""
        (found,) = [r for r in self.results if r.case.tree_name == tree]
        return found

    def lost(self) -> set[str]:
        """The facets that some test does not pay."""
        return {
            finding.facet
            for result in self.results
            for finding in result.findings
            if finding.verdict is not Verdict.CORRECT
        }


@cache
def unit(name: str) -> Assignment:
    """The assignment of a unit."""
    return assignments.load(TREES / name)


@cache
def unit_as_read(name: str) -> Assignment:
    """The assignment of a unit, with the signatures that its references have."""
    return with_signatures(unit(name))


def mistaken(name: str) -> list[tuple[AnyQuestion, tuple[MistakeProgram, ...]]]:
    """The questions of a unit, each with its mistakes; "" is the default assignment."""
    kinds = KINDS.values()
    return [
        pair
        for kind in kinds
        for pair in kind.authors.questions_with_mistakes(unit(name or "."))
    ]


def graded(unit_name: str, submission: Path, sandbox: Sandbox) -> dict[str, Graded]:
    """By question what a submission earns; those without a module are left out."""
    asked = unit(unit_name)
    grading = Grading.of(asked, submission, sandbox)
    try:
        results = [
            searched.graded(grading, case)
            for case in grading.assignment.cases
            if (submission / f"{case.question.module}.py").exists()
        ]
    finally:
        shutil.rmtree(grading.staged.folder)
    by_question: dict[str, list[CaseResult]] = {}
    for result in results:
        by_question.setdefault(result.case.question.name, []).append(result)
    return {name: Graded(tuple(found)) for name, found in by_question.items()}


def total(unit_name: str, submission: Path, results: Path) -> float:
    """What the command line gives a submission for a whole unit."""
    run(submission, "--assignment", TREES / unit_name, "--results", results)
    tests = json.loads(results.read_text("utf-8"))["tests"]
    return fsum(test.get("score", 0) for test in tests)
