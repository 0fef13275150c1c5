"""The mistakes of a table's function, made of the reference."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from autograder.answers.timed import TookTooLong, timed
from autograder.authoring import misconceptions
from autograder.authoring.caught import Caught
from autograder.authoring.caught import caught as caught_by
from autograder.authoring.misconceptions import Right
from autograder.errors import AssignmentError
from autograder.kinds.table.answers import TableAnswers
from autograder.kinds.table.judging import TableResult, judge
from autograder.kinds.table.laws import LawError
from autograder.kinds.table.observing import RowSeen, TableObserved
from autograder.kinds.table.question import Row, Table, TableTest, in_lists
from autograder.observing.observation import Observation
from autograder.observing.outcome import OUT_OF_TIME, TIMEOUT, Fault, Outcome, crossed
from autograder.project import REFERENCE
from autograder.rewriting import program
from autograder.rewriting.program import Program
from autograder.worker.values import encode_whole


def caught(tests: Sequence[TableTest], answers: TableAnswers) -> tuple[Caught, ...]:
    """The mistakes of a table's function, and the tests that catch them.

    Raises ModuleError where a file of `reference/misconceptions/` is none, and
    AssignmentError where a law does not fit what a mistake returns.
    """
    question = tests[0].question
    mistakes = misconceptions.of_module(question.module, question.places)

    @cache
    def results(wrong: Program) -> tuple[TableResult, ...]:
        function = vars(wrong.module(question.module))[question.function]
        return tuple([judge(t, answers, _observed(function, t)) for t in tests])

    try:
        return tuple(caught_by(_rights(question), mistakes, results))
    except LawError as fault:
        raise AssignmentError(f"{question.name}: {fault}") from None


def _rights(question: Table) -> tuple[Right, ...]:
    """The reference's function, with what it calls; nothing where there is none."""
    path = question.places.trusted(f"{question.module}.py", REFERENCE)
    if not path.is_file():
        return ()
    own = program.read(path).only(question.function)
    return (Right(own, (question.function,), "", question.module),)


def _observed(function: object, test: TableTest) -> TableObserved:
    rows = zip(test.rows, outcomes_of(function, test), strict=True)
    seen = (RowSeen(r, Observation(test.call(r), "", outcome)) for r, outcome in rows)
    return TableObserved(tuple(seen))


def outcomes_of(function: object, test: TableTest) -> Iterator[Outcome]:
    """What comes of a test's calls in this process, as it would come from a worker.

    Behind one that takes too long no other is made.
    """
    seconds, never = test.question.limits.wall_seconds, None
    for row in test.rows:
        outcome = never or _outcome_of(function, row, seconds)
        if isinstance(outcome, Fault) and outcome.kind in OUT_OF_TIME:
            never = outcome
        yield outcome


def _outcome_of(function: object, row: Row, seconds: float) -> Outcome:
    assert callable(function)
    try:
        returned = timed(seconds, lambda: function(*map(in_lists, row.arguments)))
    except TookTooLong:
        return Fault(TIMEOUT)
    except Exception as error:  # noqa: BLE001 - whatever it raises is what it does
        return Fault("crash", str(error), type(error).__name__)
    return crossed({"returned": encode_whole(returned)})
