"""Compare what a function returned on rows of arguments with what is right.

A law is a trusted module that says which results cannot go together.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

from autograder.answers import board
from autograder.errors import GraderError
from autograder.game import Content, Number
from autograder.judging.verdicts import (
    Verdict,
    first_wrong,
    have_same_outcome,
    of_fault,
)
from autograder.kinds.onejob import OfFacets, job_of, outcomes_and_prints
from autograder.kinds.table.question import (
    LAW_FOLDER,
    LAWS,
    NUMBER,
    RESULT,
    SET,
    Row,
    Table,
    TableAnswers,
    TableTest,
    is_infinite,
    is_number,
)
from autograder.observing.observation import Observation
from autograder.observing.outcome import Fault, Outcome, Returned, RunOfTest
from autograder.project import LAWS as LAW_PLACE
from autograder.sandbox.jobs import Ended, Job, PlainCall
from autograder.sandbox.sandbox import Sandbox
from autograder.trees.rules import failure_sentence

MOST = 100_000  # breaches of a law that are counted: one may yield without end

Arguments = tuple[Content, ...]
ByArguments = Mapping[Arguments, Number]  # what a function returned, by its arguments


@dataclass(frozen=True, slots=True)
class Law:
    """A law: `says` has it in words, `broken` finds the rows that break it together."""

    name: str
    says: str
    broken: Callable[[ByArguments], Iterable[tuple[Arguments, ...]]]
    path: Path


@dataclass(frozen=True, slots=True)
class Breach:
    """The first rows that break a law, and how often it is broken."""

    law: Law
    rows: tuple[Arguments, ...]
    count: int


class LawError(GraderError):
    """A law cannot be held against these rows; no score follows from it."""


def law_file(table: Table, name: str) -> Path:
    """Where a table's law of a name stands."""
    laws = table.places.files_by_name(LAW_PLACE, LAW_FOLDER, "*.py")
    return laws.get(name, LAW_FOLDER / f"{name}.py")


@cache
def _law(path: Path) -> Law:
    module: Any = board.loaded_module(path)
    with board.errors_as_module_errors(path):
        says = " ".join((module.__doc__ or "").split("\n\n")[0].split())
    if not callable(vars(module).get("broken")):
        raise board.ModuleError(path, " has no function broken")
    if not says:
        raise board.ModuleError(
            path, " has no docstring: its first sentence is the law"
        )
    return Law(path.stem, says, module.broken, path)


def laws_of(table: Table) -> list[Law]:
    """All laws of a table."""
    return [_law(law_file(table, name)) for name in table.laws]


def breaches(table: Table, results: ByArguments) -> tuple[Breach, ...]:
    """Of each law that is broken the first rows that do so; LawError if it fails."""
    limit = table.limits.wall_seconds
    broken = [(each, _breaking(each, results, limit)) for each in laws_of(table)]
    return tuple(Breach(each, rows[0], len(rows)) for each, rows in broken if rows)


def _breaking(
    law: Law, results: ByArguments, seconds: float
) -> list[tuple[Arguments, ...]]:
    """The rows that break a law, each time those that do so together."""

    def held() -> list[tuple[Arguments, ...]]:
        return [tuple(rows) for rows in islice(law.broken(results), MOST)]

    try:
        broken = board.result_in_time(seconds, held)
        strange = [row for rows in broken for row in rows if row not in results]
    except board.TookTooLong as fault:
        raise LawError(f"the law {law.name} does not end here: {fault}") from None
    except Exception as fault:  # noqa: BLE001 - it may have been written for other rows
        told = failure_sentence(fault, law.path)
        raise LawError(f"the law {law.name} does not fit these rows ({told})") from None
    if strange or not all(broken):
        yields = "`broken` yields tuples of keys of what it is given"
        raise LawError(f"the law {law.name} names rows that there are not: {yields}")
    return broken


@dataclass(frozen=True, slots=True)
class RowSeen:
    """What came of one call; `changed` where it changed its arguments, as it says."""

    row: Row
    call: Observation
    changed: bool = False

    @property
    def outcome(self) -> Outcome:
        """What it returned, or raised."""
        return self.call.outcome


@dataclass(frozen=True, slots=True)
class TableObserved(RunOfTest):
    """What a function did on the rows of a test, what it printed, how long it took."""

    rows: tuple[RowSeen, ...]

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """What came of each call."""
        return tuple([seen.outcome for seen in self.rows])


def calls(
    sandbox: Sandbox, folder: Path, test: TableTest, names: Sequence[str]
) -> tuple[Job, Callable[[Ended], TableObserved]]:
    """A job that calls the function on each row, and what is seen once it has ended."""
    question = test.question
    made = [PlainCall(question.function, row.arguments) for row in test.rows]
    job = job_of(folder, question, tuple(made))

    def observed(ended: Ended) -> TableObserved:
        outcomes, printed = outcomes_and_prints(sandbox, job, ended)
        changed = [result.get("changed") is True for result in ended.said.results]
        changed += [False] * (len(test.rows) - len(changed))
        rows = tuple(
            RowSeen(row, _call(test, row, names, outcome), is_other)
            for row, outcome, is_other in zip(test.rows, outcomes, changed, strict=True)
        )
        seconds = ended.cpu_seconds
        return TableObserved(rows, printed=printed, cpu_seconds=seconds)

    return job, observed


def stand_in_observation(
    test: TableTest, names: Sequence[str], outcome: Outcome
) -> TableObserved:
    """What stands for the calls where none is made."""
    seen = (RowSeen(row, _call(test, row, names, outcome)) for row in test.rows)
    return TableObserved(tuple(seen))


def _call(
    test: TableTest, row: Row, names: Sequence[str], outcome: Outcome
) -> Observation:
    """What came of a call; where no names are known, arguments are but counted."""
    function = test.question.function
    names = names or ("…",) * len(row.arguments)
    return Observation(function, f"{function}({', '.join(names)})", outcome)


INF = "inf"  # the kind of what is infinite
INFINITE = {"inf": math.inf, "-inf": -math.inf}  # by its text


@dataclass(frozen=True, slots=True)
class WrongRow:
    """A call that is wrong; `expected` is None where any number would do."""

    seen: RowSeen
    verdict: Verdict
    expected: Content = None


@dataclass(frozen=True, slots=True)
class TableFinding:
    """The verdict on one facet, with the rows that are wrong, and the broken laws."""

    facet: str
    verdict: Verdict
    wrong: tuple[WrongRow, ...] = ()
    broken: tuple[Breach, ...] = ()


@dataclass(frozen=True, slots=True)
class TableResult(OfFacets):
    """All that is known of one test."""

    test: TableTest
    findings: tuple[TableFinding, ...]
    observed: TableObserved
    alone: Outcome | None = None  # the first wrong call by itself

    @property
    def main_outcome(self) -> Outcome:
        """What came of the first call that is wrong, or else of the first."""
        wrong = self.wrong
        return (self.observed.rows[0] if wrong is None else wrong.seen).outcome

    @property
    def wrong(self) -> WrongRow | None:
        """The first wrong call; None where each is right by itself."""
        return next((f.wrong[0] for f in self.findings if f.wrong), None)

    @property
    def differs_at(self) -> tuple[RowSeen, RowSeen] | None:
        """The first call of which both runs made something else."""
        if self.second is None:
            return None
        for one, other in zip(self.observed.rows, self.second.rows, strict=True):
            items = [getattr(each.outcome, "items", None) for each in (one, other)]
            if not have_same_outcome(one.call, other.call) or items[0] != items[1]:
                return one, other
        return None

    @property
    def keeps_state(self) -> bool:
        """Whether a call is wrong that by itself is not: something stays."""
        wrong = self.wrong
        if wrong is None or self.alone is None:
            return False
        return self.alone != wrong.seen.outcome and _is_right(
            self.test.question, self.alone, wrong.expected
        )


def judge(
    test: TableTest, answers: TableAnswers, observed: TableObserved
) -> TableResult:
    """Compare what a function did on the rows of a test with what is right."""
    findings = tuple(
        OF_FACET[facet](test, answers, observed) for facet in test.points.facets
    )
    verdict = first_wrong(finding.verdict for finding in findings)
    return TableResult(test=test, verdict=verdict, findings=findings, observed=observed)


def _results(
    test: TableTest, answers: TableAnswers, observed: TableObserved
) -> TableFinding:
    """Whether each call returns what it should."""
    rows = zip(observed.rows, answers.results[test.about], strict=True)
    judged = [
        WrongRow(seen, _verdict(test.question, seen.outcome, expected), expected)
        for seen, expected in rows
    ]
    wrong = tuple(each for each in judged if each.verdict is not Verdict.CORRECT)
    verdict = first_wrong(each.verdict for each in wrong)
    return TableFinding(RESULT, verdict, wrong)


def _laws(
    test: TableTest, _answers: TableAnswers, observed: TableObserved
) -> TableFinding:
    """Whether all laws are kept, which only numbers can."""
    numbers = [(seen, _number(seen)) for seen in observed.rows]
    wrong = tuple(
        WrongRow(seen, _of_none(seen.outcome)) for seen, each in numbers if each is None
    )
    if wrong:
        return TableFinding(LAWS, wrong[0].verdict, wrong)
    by_arguments = {seen.row.arguments: each or 0 for seen, each in numbers}
    broken = breaches(test.question, by_arguments)
    verdict = Verdict.BREAKS_A_LAW if broken else Verdict.CORRECT
    return TableFinding(LAWS, verdict, broken=broken)


OF_FACET = {RESULT: _results, LAWS: _laws}


def _number(seen: RowSeen) -> Number | None:
    """The number that came of a row; one without end only where the row has one."""
    outcome = seen.outcome
    if isinstance(outcome, Fault):
        return None
    if outcome.kind == INF and is_infinite(seen.row.result):
        return INFINITE[outcome.text]
    return outcome.number


def _of_none(outcome: Outcome) -> Verdict:
    """The verdict on a call that came to nothing that can be compared."""
    is_fault = isinstance(outcome, Fault)
    return of_fault(outcome.kind) if is_fault else Verdict.WRONG_TYPE


def _verdict(question: Table, outcome: Outcome, expected: Content) -> Verdict:
    content = None if isinstance(outcome, Fault) else content_of(question, outcome)
    if content is None or (is_infinite(content) and not is_infinite(expected)):
        return _of_none(outcome)
    right = _is_right(question, outcome, expected)
    return Verdict.CORRECT if right else Verdict.WRONG_VALUE


def content_of(question: Table, outcome: Returned) -> Content:
    """What was returned, if that is of the kind that is compared; else None."""
    if question.compare == NUMBER:
        return INFINITE.get(outcome.text) if outcome.kind == INF else outcome.number
    is_set = outcome.kind == "set"
    return None if is_set and question.compare != SET else outcome.items


def _is_right(question: Table, outcome: Outcome, expected: Content) -> bool:
    if isinstance(outcome, Fault):
        return False
    found = content_of(question, outcome)
    if found is None:
        return False
    return expected is None or is_same(question, found, expected)


def is_same(question: Table, result: Content, expected: Content) -> bool:
    """Whether one result is as good as another, as the question compares them."""
    near = question.tolerance
    if question.compare == SET and isinstance(result, tuple):
        return _among(result, expected, near) and _among(expected, result, near)
    return _equal(result, expected, near)


def _among(some: Sequence[Content], others: Sequence[Content], near: float) -> bool:
    """Whether each of some is one of the others."""
    return all(any(_equal(each, other, near) for other in others) for each in some)


def _equal(one: Content, other: Content, near: float) -> bool:
    """Whether two values are the same; numbers may differ by a tolerance."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        pairs = zip(one, other, strict=False)
        return len(one) == len(other) and all(_equal(a, b, near) for a, b in pairs)
    if is_number(one) and is_number(other):
        return math.isclose(one, other, rel_tol=near, abs_tol=near)
    return type(one) is type(other) and bool(one == other)
