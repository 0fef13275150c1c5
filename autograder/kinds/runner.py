"""How a test of any kind is run: in its turn, once more where that tells something."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from typing import Any, Generic, TypeVar, cast

from autograder.assignment.questions import AnyTest, Limits
from autograder.errors import GraderError
from autograder.judging.result import (
    AnyResult,
    RunOfTest,
    alike,
    ends_the_import,
    has_waited,
    is_comparable,
    is_worth_a_second_run,
)
from autograder.judging.verdicts import DOES_RIGHT
from autograder.kinds.entries import JudgedTest, Wording
from autograder.kinds.kind import Desk
from autograder.observing.bench import Bench
from autograder.observing.budget import Extra
from autograder.observing.outcome import Outcome

Test = TypeVar("Test", bound=AnyTest)
Observed = TypeVar("Observed", bound=RunOfTest)
Result = TypeVar("Result", bound=AnyResult)
Record = TypeVar("Record")


def with_fields(record: Record, **fields: Any) -> Record:
    """The record with some of its fields changed."""
    return cast("Record", replace(cast("Any", record), **fields))


class Runner(Desk, Generic[Test, Observed, Result]):
    """Runs the tests of one kind of the submission on a bench, in its `wording`."""

    wording: Wording[Result]

    def __init__(self, bench: Bench) -> None:
        self.bench = bench

    @abstractmethod
    def observe(self, test: Test, limits: Limits) -> Observed:
        """What the submission does; GraderError or OSError where it was not run."""

    @abstractmethod
    def unobserved(self, test: Test, *outcomes: Outcome) -> Observed:
        """What stands for that where it is not run; one outcome may stand for all."""

    @abstractmethod
    def judged(self, test: Test, observed: Observed) -> Result:
        """What was observed, held against the answers."""

    def explained(self, result: Result, seconds: float) -> Result:
        """A result wrong twice, with what else tells why; a run takes so long."""
        del seconds
        return result

    def recorded(self, result: Result) -> Result:
        """The result with what the submission says of its calls, if that is wanted."""
        return result

    def grade(self, test: Test, number: str) -> JudgedTest[Result]:
        """Run a test; a fault of the grader is one of its verdicts."""
        return JudgedTest(self.result(test), number, self.wording)

    def result(self, test: Test) -> Result:
        """The result of one test; a fault of the grader is one of its verdicts.

        One that is not correct, and the first of each question, is run twice where that
        is cheap, to find out whether the submission does the same again.
        """
        result = self.bench.in_turn(
            lambda: self._read(self.recorded(self._graded(test))),
            lambda result: has_waited(result.observed),
        )
        self.bench.haste.note(test.question, result.observed.all_outcomes)
        return result

    def _read(self, result: Result) -> Result:
        """A result that is not right, with what the text of the submission tells."""
        module = result.test.question.module
        if result.verdict in DOES_RIGHT or self.bench.staged.lacks(module):
            return result
        from autograder.observing.sources import clues  # noqa: PLC0415 - most are right

        found = clues(result.observed.outcomes, module, self.bench.sources)
        return with_fields(result, clues=found)

    def _graded(self, test: Test) -> Result:
        """The result of one test, run twice where that tells something."""
        started = self.bench.sandbox.clock()
        observed = self._observed(test)
        seconds = self.bench.sandbox.clock() - started
        result = self.judged(test, observed)
        asked_before = test.question.name in self.bench.experience.questions
        self.bench.experience.questions.add(test.question.name)
        is_right = result.verdict in DOES_RIGHT
        if is_right and asked_before:
            return result
        if not is_worth_a_second_run(result.observed, test.question.limits):
            return result
        module = test.question.module
        does_the_same = self.bench.is_stateless(module)
        if does_the_same or not self.bench.can_import(module):
            second: Observed | None = observed
        else:
            second = self._again(test, seconds)
        result = with_fields(result, second=second)
        if is_right or not result.deterministic or not self.bench.can_import(module):
            return result
        try:
            return self.explained(result, seconds)
        except (GraderError, OSError):  # in nothing that counts
            return result

    def _observed(self, test: Test) -> Observed:
        try:
            why = self.bench.unrun(test.question.module)
            if not why:
                return self._importing(test)
        except (GraderError, OSError) as error:
            why = (self.bench.fault_of(error),)
        return self.unobserved(test, *why)

    def _importing(self, test: Test) -> Observed:
        """What a run does; where the import fails twice, all that follow fail so."""
        first = self._in_time(test)
        if not ends_the_import(first.outcomes[0]) or self.bench.budget.is_over():
            return first
        second = self.observe(test, test.question.limits)
        if ends_the_import(second.outcomes[0]) and alike(first, second):
            self.bench.experience.unimportable[test.question.module] = first.outcomes
        return first

    def _in_time(self, test: Test) -> Observed:
        """What a run does in the time that a test of the question is given now."""
        *shorter, longest = self.bench.haste.limits(test.question)
        for limits in shorter:
            observed = self.observe(test, limits)
            if self.bench.haste.is_enough(test.question, observed.outcomes):
                return observed
        return self.observe(test, longest)

    def _again(self, test: Test, seconds: float) -> Observed | None:
        """What a second run does, if there is time, and the grader does not fail."""
        if not self.bench.budget.affords(Extra.SECOND_RUNS, seconds):
            return None
        try:
            with self.bench.budget.spent_on(Extra.SECOND_RUNS):
                second = self.observe_again(test)
        except (GraderError, OSError):
            return None
        return second if is_comparable(second) else None

    def observe_again(self, test: Test) -> Observed:
        """What a second run does, in which nothing is asked beside."""
        return self.observe(test, test.question.limits)
