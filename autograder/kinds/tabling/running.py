"""Run the tests of tables: one worker a test, within the time that all may take."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from autograder.answers.tables import TableAnswers
from autograder.assignment.tables import TableTest
from autograder.errors import GraderError
from autograder.judging.repetition import (
    CHEAP,
    COSTLY,
    NOTHING_RAN,
    SAID_BY_THE_FILE,
    ends_the_import,
)
from autograder.judging.tables import TableResult, judge
from autograder.judging.verdicts import Verdict
from autograder.observing.bench import Bench, fault_of_ours
from autograder.observing.budget import Extra
from autograder.observing.outcome import Fault
from autograder.observing.rows import TableObserved, observe, observe_alone, unobserved


class Tables:
    """The tests of tables of the submission on a bench."""

    def __init__(self, bench: Bench, answers: Mapping[str, TableAnswers]) -> None:
        self.bench, self.answers = bench, answers

    def result(self, test: TableTest) -> TableResult:
        """The result of one test; a fault of the grader is one of its verdicts."""
        return self.bench.in_turn(lambda: self._graded(test), _has_waited)

    def _graded(self, test: TableTest) -> TableResult:
        """The result, run twice where that is cheap and tells something."""
        answers, clock = self.answers[test.question.name], self.bench.sandbox.clock
        started = clock()
        observed = self._observed(test, answers)
        seconds = clock() - started
        result = _judged(test, answers, observed)
        observed = result.observed
        asked_before = test.question.name in self.bench.seen.asked
        self.bench.seen.asked.add(test.question.name)
        is_right = result.verdict is Verdict.CORRECT
        if (is_right and asked_before) or not _is_worth_a_second_run(test, observed):
            return result
        if self.bench.is_stateless(test.question.module):
            return replace(result, second=observed)
        try:
            result = self._again(result, answers, seconds)
            return result if is_right else self._alone(result, seconds)
        except (GraderError, OSError):  # in nothing that counts
            return result

    def _observed(self, test: TableTest, answers: TableAnswers) -> TableObserved:
        module = test.question.module
        try:
            why = self.bench.unrun(module)
            if not why:
                return self._importing(test, answers)
        except (GraderError, OSError) as error:
            why = (self.bench.fault_of(error),)
        return unobserved(test, answers.names, why[0])

    def _importing(self, test: TableTest, answers: TableAnswers) -> TableObserved:
        """What a run does; one that ends at the import is tried once more."""
        where = self.bench.sandbox, self.bench.staged.folder
        first = observe(*where, test, answers.names)
        came = first.rows[0].outcome
        if not ends_the_import(came) or self.bench.budget.is_over():
            return first
        second = observe(*where, test, answers.names).rows[0].outcome
        if ends_the_import(second) and second.kind == came.kind:
            self.bench.seen.unimportable[test.question.module] = (came,)
        return first

    def _again(
        self, result: TableResult, answers: TableAnswers, seconds: float
    ) -> TableResult:
        """The result with what a second run does, if there is time for one."""
        if not self.bench.budget.affords(Extra.SECOND_RUNS, seconds):
            return result
        where = self.bench.sandbox, self.bench.staged.folder
        with self.bench.budget.spent_on(Extra.SECOND_RUNS):
            second = observe(*where, result.test, answers.names)
        kinds = {seen.outcome.kind for seen in second.rows}
        cut_short = kinds & {"late", "killed", *NOTHING_RAN}
        return result if cut_short else replace(result, second=second)

    def _alone(self, result: TableResult, seconds: float) -> TableResult:
        """The result with what the first wrong call comes to by itself."""
        wrong = result.wrong
        if wrong is None or wrong.seen is result.observed.rows[0]:
            return result
        if not self.bench.budget.affords(Extra.REPEATED_CALLS, seconds):
            return result
        where = self.bench.sandbox, self.bench.staged.folder
        with self.bench.budget.spent_on(Extra.REPEATED_CALLS):
            alone = observe_alone(*where, result.test, wrong.seen)
        return replace(result, alone=alone)


def _judged(
    test: TableTest, answers: TableAnswers, observed: TableObserved
) -> TableResult:
    """The result; a law that does not fit the rows is a fault of the grader."""
    try:
        return judge(test, answers, observed)
    except GraderError as error:
        unjudged = unobserved(test, answers.names, fault_of_ours(error))
        return judge(test, answers, unjudged)


def _has_waited(result: TableResult) -> bool:
    """Whether a limit of the wall clock ended it: a busy machine can do that."""
    outcomes = (seen.outcome for seen in result.observed.rows)
    return any(isinstance(each, Fault) and each.kind == "late" for each in outcomes)


def _is_worth_a_second_run(test: TableTest, observed: TableObserved) -> bool:
    """Whether it was cheap, and might go otherwise if it were run again."""
    kinds = {seen.outcome.kind for seen in observed.rows}
    if kinds & (COSTLY | NOTHING_RAN) or kinds <= SAID_BY_THE_FILE:
        return False
    return observed.cpu_seconds <= CHEAP * test.question.limits.seconds
