"""A function without a game, called on rows of arguments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from autograder.assignment.file import Form
from autograder.assignment.questions import Assignment, Limits
from autograder.errors import GraderError
from autograder.judging.verdicts import Verdict
from autograder.kinds.entries import (
    JudgedTest,
    add_lines,
    each_question,
    line_at,
    note,
)
from autograder.kinds.kind import TREES, Files, Kind, Replays
from autograder.kinds.knowing import Tally, point_out, tally
from autograder.kinds.runner import Runner
from autograder.kinds.table import answers as tablefiles
from autograder.kinds.table import question as tables
from autograder.kinds.table import words
from autograder.kinds.table.answers import TableAnswers, tables_of
from autograder.kinds.table.judging import (
    TableObserved,
    TableResult,
    calls,
    judge,
    missed,
    observe,
    observe_alone,
    unobserved,
)
from autograder.kinds.table.laws import law_file, laws_of
from autograder.kinds.table.question import Table, TableTest
from autograder.kinds.table.words import WORDING
from autograder.observing.bench import Bench, fault_of_ours
from autograder.observing.budget import Extra
from autograder.observing.outcome import Fault, Frame, Outcome
from autograder.observing.repairing import LEAST_RECURSION, Asked, Facets, Score, Trial
from autograder.observing.sources import Place, Sources
from autograder.project import LAWS, TRUSTED
from autograder.report.gradebook import Gradebook
from autograder.words.blocks import Note
from autograder.words.reports import NEVER_SEEN

if TYPE_CHECKING:  # most tests are right
    from autograder.drawing.replay import Line

STEPS_PER_ROW = 3_000  # that a program may make


class Tables(Runner[TableTest, TableObserved, TableResult]):
    """The tests of tables of the submission on a bench."""

    wording = WORDING

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

    def teach(
        self, gradebook: Gradebook, judged: Results, *, replays: Replays, searches: bool
    ) -> None:
        """Add lines, and the only group of rows that is missed."""
        del replays, searches
        folder = self.bench.staged.folder
        each_question(gradebook, judged, lambda _, own: _teach(gradebook, own, folder))
        point_out(gradebook, judged, count, self.unseen, "rows")


def _facets(result: TableResult) -> Facets:
    """Whether each row is right, and whether all laws are kept, of each facet."""
    found: list[bool] = []
    for finding in result.findings:
        wrong = {id(each.seen) for each in finding.wrong}
        found += [id(seen) not in wrong for seen in result.observed.rows]
        found.append(not finding.broken)
    return tuple(found)


Results = Mapping[str, JudgedTest[TableResult]]  # by the id of the test's node


def _teach(gradebook: Gradebook, members: Results, folder: Path) -> None:
    """Add lines, and the group that is missed."""
    add_lines(gradebook, members, lambda result: line_of(result, folder))
    results = [each.result for each in members.values()]
    if any(each.verdict is not Verdict.CORRECT for each in results):
        note(gradebook, results, _missed)
        gradebook.save_if_possible()


def _missed(seen: Sequence[TableResult]) -> Note | None:
    group = missed(seen)
    return words.missed(group) if group else None


def count(result: TableResult) -> Tally:
    """How many rows are right, and break no law together with others."""
    wrong = {row.seen.row.arguments for f in result.findings for row in f.wrong}
    broken = (breach.rows for f in result.findings for breach in f.broken)
    wrong |= {arguments for rows in broken for arguments in rows}
    return tally(row.arguments not in wrong for row in result.test.rows)


def line_of(result: TableResult, folder: Path) -> Line | None:
    """The line to look at first: where a call broke off, or what it returned.

    None where there is no such function.
    """
    outcome, question = result.came, result.test.question
    place: Place | Frame | None = None
    if isinstance(outcome, Fault):
        place = outcome.frames[-1] if outcome.frames else None
    else:
        sources = Sources(folder)
        head = sources.computing(f"{question.module}.py", question.function)
        place = sources.returning(head) if head else None
    return line_at(place)


class TableKind(Kind):
    """Results of a function on rows of arguments, and laws that they keep."""

    name = Table.kind
    advice = ("Functions without a game",)
    desk = Tables
    form: Form = tables

    def answers(self, assignment: Assignment) -> Mapping[str, TableAnswers]:
        """The results of all rows, by question; laws are loaded."""
        for tests in tables_of(assignment).values():
            laws_of(tests[0].question)
        return {
            name: replace(
                tablefiles.load(assignment, tests),
                unseen=tablefiles.load_unseen(assignment, name),
            )
            for name, tests in tables_of(assignment).items()
        }

    def files(self, assignment: Assignment) -> Files:
        """The answers to these rows, and the laws that they name."""
        found: Files = {}
        for name, tests in tables_of(assignment).items():
            path = tablefiles.path_of(assignment, name).relative_to(assignment.folder)
            part = tablefiles.load(assignment, tests).of(tests)
            found[f"{TREES}/{path.as_posix()}"] = tablefiles.dump(part, tests).encode()
            for law in {law for test in tests for law in test.question.laws}:
                module = law_file(tests[0].question, law)
                found[f"{TRUSTED}/{LAWS}/{module.name}"] = module.read_bytes()
        return found


KIND = TableKind()
