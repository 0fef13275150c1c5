"""Run the tests of tables: one worker a test, within the time that all may take."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from autograder.assignment.questions import Limits
from autograder.errors import GraderError
from autograder.kinds.runner import Runner
from autograder.kinds.table.answers import TableAnswers
from autograder.kinds.table.judging import TableResult, judge
from autograder.kinds.table.observing import (
    TableObserved,
    calls,
    observe,
    observe_alone,
    unobserved,
)
from autograder.kinds.table.question import TableTest
from autograder.observing.bench import Bench, fault_of_ours
from autograder.observing.budget import Extra
from autograder.observing.clues import Clue
from autograder.observing.outcome import Outcome
from autograder.observing.repairing import (
    LEAST_RECURSION,
    Asked,
    Facets,
    Score,
    Trial,
)
from autograder.words.reports import NEVER_SEEN

STEPS_PER_ROW = 3_000  # that a program may make


class Tables(Runner[TableTest, TableObserved, TableResult]):
    """The tests of tables of the submission on a bench."""

    def __init__(self, bench: Bench, answers: Mapping[str, TableAnswers]) -> None:
        super().__init__(bench)
        self.answers = answers

    def observe(self, test: TableTest, limits: Limits) -> TableObserved:
        """What the function does on all rows."""
        where = self.bench.sandbox, self.bench.staged.folder
        within = replace(test, question=replace(test.question, limits=limits))
        return observe(*where, within, self.answers[test.question.name].names)

    def unobserved(self, test: TableTest, *outcomes: Outcome) -> TableObserved:
        """What stands for the calls where none is made: the first, for all."""
        return unobserved(test, self.answers[test.question.name].names, outcomes[0])

    def judged(self, test: TableTest, observed: TableObserved) -> TableResult:
        """The result; a law that does not fit the rows is a fault of the grader."""
        answers = self.answers[test.question.name]
        try:
            return judge(test, answers, observed)
        except GraderError as error:
            return judge(test, answers, self.unobserved(test, fault_of_ours(error)))

    def score(self, tests: Sequence[TableTest]) -> Score:
        """How a program that was edited is tried: each row is right or not."""
        question = tests[0].question
        trials = [self._trial(test) for test in tests]
        return Score(question.module, question.written(), trials, range(len(tests)))

    def _trial(self, test: TableTest) -> Trial:
        names = self.answers[test.question.name].names
        where = self.bench.sandbox, self.bench.staged.folder

        def ask() -> Asked:
            job, seen = calls(*where, test, names)
            return job, lambda ended: _facets(self.judged(test, seen(ended)))

        size = len(test.rows)
        return Trial(size, STEPS_PER_ROW * size, LEAST_RECURSION, ask)

    def unseen(self, name: str, like: TableResult) -> Iterator[TableResult]:
        """What the function of a question does on rows that it has not met."""
        answers, bench = self.answers[name], self.bench
        if answers.unseen and not bench.budget.is_over():
            right = {NEVER_SEEN: tuple([row.result for row in answers.unseen])}
            test = replace(like.test, about=NEVER_SEEN, rows=answers.unseen)
            with bench.beside_others():
                observed = self.observe(test, test.question.limits)
            yield judge(test, replace(answers, results=right), observed)

    def repeated(
        self, result: TableResult, second: TableObserved | None
    ) -> TableResult:
        """The result with what a second run did."""
        return replace(result, second=second)

    def with_clues(self, result: TableResult, clues: tuple[Clue, ...]) -> TableResult:
        """The result with what the text of the submission tells of it."""
        return replace(result, clues=clues)

    def explained(self, result: TableResult, seconds: float) -> TableResult:
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


def _facets(result: TableResult) -> Facets:
    """Whether each row is right, and whether all laws are kept, of each facet."""
    found: list[bool] = []
    for finding in result.findings:
        wrong = {id(each.seen) for each in finding.wrong}
        found += [id(seen) not in wrong for seen in result.observed.rows]
        found.append(not finding.broken)
    return tuple(found)
