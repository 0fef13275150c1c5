"""Compare what a function returned on rows of arguments with what is right."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from autograder.game import Content, Number
from autograder.judging.result import come_alike
from autograder.judging.verdicts import UNJUDGED, Verdict, first_wrong, of_fault
from autograder.kinds.table.answers import TableAnswers
from autograder.kinds.table.laws import Arguments, Breach, breaches
from autograder.kinds.table.question import (
    LAWS,
    NUMBER,
    RESULT,
    SET,
    Row,
    Table,
    TableTest,
    is_infinite,
    is_number,
)
from autograder.observing.observation import LEAST_RECURSION, Observation, in_own_words
from autograder.observing.outcome import (
    Fault,
    Outcome,
    Returned,
    outcomes_of,
    own_words,
    split_trace,
)
from autograder.sandbox.jobs import Ended, Job, PlainCall
from autograder.sandbox.sandbox import Sandbox

if TYPE_CHECKING:  # most tests are right
    from autograder.observing.sources import Clue


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
class TableObserved:
    """What a function did on the rows of a test, what it printed, how long it took."""

    rows: tuple[RowSeen, ...]
    printed: str = ""
    cpu_seconds: float = 0.0

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """What came of each call."""
        return tuple([seen.outcome for seen in self.rows])

    @property
    def all_outcomes(self) -> tuple[Outcome, ...]:
        """What came of each call: no others are made."""
        return self.outcomes


def observe(
    sandbox: Sandbox, folder: Path, test: TableTest, names: Sequence[str]
) -> TableObserved:
    """Call the function on each row, in one worker, each with arguments of its own."""
    job, seen = calls(sandbox, folder, test, names)
    return seen(sandbox.run(job))


def calls(
    sandbox: Sandbox, folder: Path, test: TableTest, names: Sequence[str]
) -> tuple[Job, Callable[[Ended], TableObserved]]:
    """A job that calls the function on each row, and what is seen once it has ended."""
    question = test.question
    job = Job(
        folder=folder,
        module=question.module,
        calls=tuple(PlainCall(question.function, row.arguments) for row in test.rows),
        limits=question.limits,
        recursion_limit=LEAST_RECURSION,
    )

    def own(text: str) -> str:
        return own_words(text, folder, sandbox.folder)

    def seen(ended: Ended) -> TableObserved:
        outcomes = outcomes_of(ended, folder, job.limits, len(test.rows))
        changed = [result.get("changed") is True for result in ended.said.results]
        changed += [False] * (len(test.rows) - len(changed))
        rows = zip(test.rows, outcomes, changed, strict=True)
        came = tuple(
            RowSeen(row, _call(test, row, names, in_own_words(outcome, own)), is_other)
            for row, outcome, is_other in rows
        )
        printed, _ = split_trace(ended.output)
        return TableObserved(came, own(printed), ended.cpu_seconds)

    return job, seen


def observe_alone(
    sandbox: Sandbox, folder: Path, test: TableTest, seen: RowSeen
) -> Outcome:
    """What one call comes to by itself."""
    made = observe(sandbox, folder, replace(test, rows=(seen.row,)), ())
    return made.rows[0].outcome


def unobserved(
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


Shown = tuple[Content, ...]
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
class TableResult:
    """All that is known of one test.

    `second` is what a second run did, where there was one; `alone` is what the first
    wrong call came to by itself, where others were made before it. `clues` are what the
    text of the submission tells, where the test is not right.
    """

    test: TableTest
    verdict: Verdict
    findings: tuple[TableFinding, ...]
    observed: TableObserved
    second: TableObserved | None = None
    alone: Outcome | None = None
    clues: tuple[Clue, ...] = ()

    @property
    def points(self) -> float:
        """What the test earned: each facet that is right."""
        right = [f.facet for f in self.findings if f.verdict is Verdict.CORRECT]
        return self.test.points.earned(right)

    @property
    def came(self) -> Outcome:
        """What came of the first call that is wrong, or else of the first."""
        wrong = self.wrong
        return (self.observed.rows[0] if wrong is None else wrong.seen).outcome

    @property
    def chosen(self) -> None:
        """Nothing: there is nothing to choose."""

    @property
    def wrong(self) -> WrongRow | None:
        """The first wrong call; None where each is right by itself."""
        return next((f.wrong[0] for f in self.findings if f.wrong), None)

    @property
    def deterministic(self) -> bool | None:
        """Whether both runs did the same; None if there was but one."""
        return None if self.second is None else self.differs_at is None

    @property
    def differs_at(self) -> tuple[RowSeen, RowSeen] | None:
        """The first call of which both runs made something else."""
        if self.second is None:
            return None
        pairs = zip(self.observed.rows, self.second.rows, strict=True)
        return next((p for p in pairs if not _come_alike(*p)), None)

    @property
    def keeps(self) -> bool:
        """Whether a call is wrong that by itself is not: something stays."""
        wrong = self.wrong
        if wrong is None or self.alone is None:
            return False
        return self.alone != wrong.seen.outcome and _is_right(
            self.test.question, self.alone, wrong.expected
        )


def _come_alike(one: RowSeen, other: RowSeen) -> bool:
    mine, theirs = one.outcome, other.outcome
    if isinstance(mine, Returned) and isinstance(theirs, Returned):
        return come_alike(one.call, other.call) and mine.items == theirs.items
    return come_alike(one.call, other.call)


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
    judged = [WrongRow(seen, _verdict_on_any(seen)) for seen in observed.rows]
    wrong = tuple(each for each in judged if each.verdict is not Verdict.CORRECT)
    broken = () if wrong else _broken(test, observed.rows)
    of_laws = Verdict.BREAKS_A_LAW if broken else Verdict.CORRECT
    verdict = first_wrong((*(each.verdict for each in wrong), of_laws))
    return TableFinding(LAWS, verdict, wrong, broken)


OF_FACET = {RESULT: _results, LAWS: _laws}


def _broken(test: TableTest, rows: Sequence[RowSeen]) -> tuple[Breach, ...]:
    outcomes = [(seen.row, seen.outcome) for seen in rows]
    return breaches(test.question, _numbers(outcomes))


def _numbers(outcomes: Iterable[tuple[Row, Outcome]]) -> dict[Arguments, Number]:
    """What was returned, by the arguments, where that is a number."""
    numbers = ((row.arguments, _number(row, outcome)) for row, outcome in outcomes)
    return {arguments: each for arguments, each in numbers if each is not None}


def _number(row: Row, outcome: Outcome) -> Number | None:
    """The number that came of a row; one without end only where the row has one."""
    if isinstance(outcome, Fault):
        return None
    if outcome.kind == INF and is_infinite(row.result):
        return INFINITE[outcome.text]
    return outcome.number


def _verdict_on_any(seen: RowSeen) -> Verdict:
    """Of a call that may return any number."""
    if isinstance(seen.outcome, Fault):
        return of_fault(seen.outcome.kind)
    number = _number(seen.row, seen.outcome)
    return Verdict.WRONG_TYPE if number is None else Verdict.CORRECT


def _verdict(question: Table, outcome: Outcome, expected: Content) -> Verdict:
    if isinstance(outcome, Fault):
        return of_fault(outcome.kind)
    content = content_of(question, outcome)
    if content is None or (is_infinite(content) and not is_infinite(expected)):
        return Verdict.WRONG_TYPE
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


@dataclass(frozen=True, slots=True)
class MissedGroup:
    """The one test of a table that is wrong, and which of its rows are."""

    test: TableTest
    wrong: tuple[Row, ...]

    @property
    def is_whole(self) -> bool:
        """Whether all of its rows are wrong, or no single one tells."""
        return len(self.wrong) in (0, len(self.test.rows))


def missed(results: Sequence[TableResult]) -> MissedGroup | None:
    """The only test of a table that is wrong, if rows stand in groups."""
    wrong = [each for each in results if each.verdict is not Verdict.CORRECT]
    has_groups = any(len(each.test.rows) > 1 for each in results)
    if len(wrong) != 1 or len(results) == 1 or not has_groups:
        return None
    (only,) = wrong
    if only.verdict in (*UNJUDGED, Verdict.MODULE_MISSING):
        return None
    rows = dict.fromkeys(row.seen.row for f in only.findings for row in f.wrong)
    return MissedGroup(only.test, tuple(rows))
