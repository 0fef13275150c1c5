"""A function without a game, called on rows of arguments."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from autograder.answers.file import grouped_tests
from autograder.assignment.file import Form
from autograder.assignment.questions import Assignment
from autograder.errors import GraderError
from autograder.judging.verdicts import Verdict
from autograder.kinds.entries import JudgedTest, add_lines, each_question, note
from autograder.kinds.kind import Files, Replays
from autograder.kinds.knowing import Tally, point_out, tally
from autograder.kinds.onejob import OneFile, OneJob, line_of_function
from autograder.kinds.table import question as tables
from autograder.kinds.table.judging import (
    TableObserved,
    TableResult,
    calls,
    judge,
    law_file,
    laws_of,
    unobserved,
)
from autograder.kinds.table.question import Table, TableAnswers, TableTest
from autograder.kinds.table.words import WORDING, missed
from autograder.observing.bench import fault_of_ours
from autograder.observing.budget import Extra
from autograder.observing.outcome import Outcome
from autograder.observing.repairing import LEAST_RECURSION, Ended, Facets, Job, Trial
from autograder.project import LAWS, TRUSTED
from autograder.report.gradebook import Gradebook
from autograder.words.reports import NEVER_SEEN

STEPS_PER_ROW = 3_000  # that a program may make

Results = Mapping[str, JudgedTest[TableResult]]  # by the id of the test's node


class Tables(OneJob[TableTest, TableObserved, TableResult]):
    """The tests of tables of the submission on a bench."""

    wording = WORDING

    def job(self, test: TableTest) -> tuple[Job, Callable[[Ended], TableObserved]]:
        """Calls of the function on all rows."""
        names = self.answers[test.question.name].names
        return calls(self.bench.sandbox, self.bench.staged.folder, test, names)

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

    def trials(self, tests: Sequence[TableTest]) -> list[Trial]:
        """A trial for each test, which tells each row apart."""
        return [
            Trial(
                size=test.size,
                steps=STEPS_PER_ROW * test.size,
                recursion=LEAST_RECURSION,
                ask=self.asking(test, partial(self.facets, test)),
            )
            for test in tests
        ]

    def facets(self, test: TableTest, observed: TableObserved) -> Facets:
        """Whether each row is right, and whether all laws are kept, of each facet."""
        result = self.judged(test, observed)
        facets: list[bool] = []
        for finding in result.findings:
            wrong = {id(each.seen) for each in finding.wrong}
            facets += [id(seen) not in wrong for seen in result.observed.rows]
            facets.append(not finding.broken)
        return tuple(facets)

    def unseen(self, name: str, like: TableResult) -> Iterator[TableResult]:
        """What the function of a question does on rows that it has not met."""
        answers: TableAnswers = self.answers[name]
        if answers.unseen and not self.bench.budget.is_over():
            right = {NEVER_SEEN: tuple([row.result for row in answers.unseen])}
            test = replace(like.test, about=NEVER_SEEN, rows=answers.unseen)
            with self.bench.beside_others():
                observed = self.observe(test, test.question.limits)
            yield judge(test, replace(answers, results=right), observed)

    def explained(self, result: TableResult, seconds: float) -> TableResult:
        """The result with what the first wrong call comes to by itself."""
        wrong, budget = result.wrong, self.bench.budget
        if wrong is None or wrong.seen is result.observed.rows[0]:
            return result
        if not budget.affords(Extra.REPEATED_CALLS, seconds):
            return result
        only = replace(result.test, rows=(wrong.seen.row,))
        with budget.spent_on(Extra.REPEATED_CALLS):
            alone = self.observe(only, only.question.limits)
        return replace(result, alone=alone.rows[0].outcome)

    def teach(
        self, gradebook: Gradebook, judged: Results, *, replays: Replays, searches: bool
    ) -> None:
        """Add lines, and the only group of rows that is missed."""
        del replays, searches

        def line_of(result: TableResult) -> Any:
            question, sources = result.test.question, self.bench.sources
            asked = question.module, question.function
            return line_of_function(result.came, sources, *asked)

        def teach(members: Results) -> None:
            add_lines(gradebook, members, line_of)
            results = [each.result for each in members.values()]
            if any(each.verdict is not Verdict.CORRECT for each in results):
                note(gradebook, results, missed)
                gradebook.save_if_possible()

        each_question(gradebook, judged, teach)
        point_out(gradebook, judged, right_rows, self.unseen, "rows")


def right_rows(result: TableResult) -> Tally:
    """How many rows are right, and break no law together with others."""
    wrong = {row.seen.row.arguments for f in result.findings for row in f.wrong}
    broken = (breach.rows for f in result.findings for breach in f.broken)
    wrong |= {arguments for rows in broken for arguments in rows}
    return tally(row.arguments not in wrong for row in result.test.rows)


class TableKind(OneFile):
    """Results of a function on rows of arguments, and laws that they keep."""

    name = Table.kind
    advice = ("Functions without a game",)
    desk = Tables
    form: Form = tables
    Test = TableTest

    def answers(self, assignment: Assignment) -> Mapping[str, TableAnswers]:
        """The results of all rows, by question; laws are loaded."""
        for tests in grouped_tests(assignment, TableTest).values():
            laws_of(tests[0].question)
        return super().answers(assignment)

    def answers_to(
        self, assignment: Assignment, tests: Sequence[TableTest]
    ) -> TableAnswers:
        """The results of all rows of a table, and the unseen ones."""
        answers = tables.load_answers(assignment, tests)
        unseen = tables.load_unseen(assignment, tests[0].question.name)
        return replace(answers, unseen=unseen)

    def answers_text(self, answers: TableAnswers, tests: Sequence[TableTest]) -> str:
        """A call and what it returns in a line."""
        return tables.dump_answers(answers, tests)

    def files_beside(self, assignment: Assignment, tests: Sequence[TableTest]) -> Files:
        """The laws that the tests name."""
        del assignment
        laws = {law for test in tests for law in test.question.laws}
        paths = [law_file(tests[0].question, law) for law in laws]
        return {f"{TRUSTED}/{LAWS}/{path.name}": path.read_bytes() for path in paths}


KIND = TableKind()
