"""What authors ask of tables: which mistakes rows catch, and what laziness earns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial

from autograder.answers.faults import TookTooLong, result_in_time
from autograder.assignment.questions import AnyQuestion, Assignment
from autograder.authoring import misconceptions
from autograder.authoring.lazy import (
    PROGRAMS,
    Paid,
    Payroll,
    of_all,
    own_modules,
    title_of,
)
from autograder.authoring.misconceptions import MistakeProgram, Right
from autograder.errors import AssignmentError
from autograder.game import Content
from autograder.kinds import caught
from autograder.kinds.caught import Caught, Question, caught_mistakes
from autograder.kinds.kind import Adequacy
from autograder.kinds.table.answers import TableAnswers, load, tables_of
from autograder.kinds.table.judging import RowSeen, TableObserved, TableResult, judge
from autograder.kinds.table.laws import LawError
from autograder.kinds.table.question import Row, Table, TableTest, in_lists, shown
from autograder.observing.observation import Observation
from autograder.observing.outcome import (
    OUT_OF_TIME,
    TIMEOUT,
    Fault,
    Outcome,
    outcome_of_result,
)
from autograder.project import REFERENCE, load_module
from autograder.rewriting import program
from autograder.rewriting.program import Program
from autograder.text import counted
from autograder.worker.values import encode_whole


def caught_by_rows(
    tests: Sequence[TableTest], answers: TableAnswers
) -> tuple[Caught, ...]:
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
        return tuple(caught_mistakes(_rights(question), mistakes, results))
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
        returned = result_in_time(
            seconds, lambda: function(*map(in_lists, row.arguments))
        )
    except TookTooLong:
        return Fault(TIMEOUT)
    except Exception as error:  # noqa: BLE001 - whatever it raises is what it does
        return Fault("crash", str(error), type(error).__name__)
    return outcome_of_result({"returned": encode_whole(returned)})


def mistaken(
    assignment: Assignment,
) -> Iterator[tuple[AnyQuestion, tuple[MistakeProgram, ...]]]:
    """Each question with its mistakes, made in the reference."""
    for tests in tables_of(assignment).values():
        found = caught_by_rows(tests, load(assignment, tests))
        yield tests[0].question, tuple(each.made for each in found)


def adequacy(assignment: Assignment) -> Adequacy:
    """What is found of each table; AssignmentError where there are no answers."""
    found = []
    for tests in tables_of(assignment).values():
        mistakes = caught_by_rows(tests, load(assignment, tests))
        rows = counted(sum(len(test.rows) for test in tests), "row")
        where = f"{rows} in {counted(len(tests), 'test')}"
        found.append(Question(tests, mistakes, where, "row"))
    return caught.adequacy(found)


FUNCTIONS = PROGRAMS.with_name("functions.py")
USUAL: tuple[Content, ...] = (0, 1, -1, ())  # beside the results of the rows themselves
TITLE = "a constant for each function"
FORMULA = "the right formula"

Function = Callable[[Sequence[Content]], Content]


def payroll(assignment: Assignment, _sandbox: object = None) -> Payroll:
    """What each function earns of each table, and the constant that pays best.

    Raises AssignmentError where there are no answers.
    """
    tables = tables_of(assignment)
    answers = {name: load(assignment, tests) for name, tests in tables.items()}
    constants = {
        name: max(_paid(tests, answers[name], each) for each in _all(answers[name]))
        for name, tests in tables.items()
    }
    places = assignment.all_questions()[0].places
    functions = (
        *load_module(FUNCTIONS).FUNCTIONS,
        *of_all(own_modules(places), FUNCTIONS.stem.upper()),
    )
    return Payroll(
        {name: sum(test.points.most for test in t) for name, t in tables.items()},
        (
            Paid(TITLE, constants),
            *(
                Paid(
                    title_of(each),
                    {
                        n: _paid_in_time(tests, answers[n], each)
                        for n, tests in tables.items()
                    },
                )
                for each in functions
            ),
        ),
        Paid("", {}),
        (FORMULA,),
    )


def _all(answers: TableAnswers) -> list[Function]:
    """What returns a constant: the usual ones, and each result of the rows."""
    results = [result for found in answers.results.values() for result in found]
    constants = {repr(each): each for each in (*USUAL, *results)}
    return [partial(_constant, each) for each in constants.values()]


def _constant(result: Content, _arguments: Sequence[Content]) -> Content:
    return result


def _paid(
    tests: tuple[TableTest, ...], answers: TableAnswers, function: Function
) -> float:
    """The points of a function."""
    observed = (
        TableObserved(
            tuple([RowSeen(row, _called(function, row)) for row in test.rows])
        )
        for test in tests
    )
    pairs = zip(tests, observed, strict=True)
    return sum(judge(test, answers, seen).points for test, seen in pairs)


def _paid_in_time(
    tests: tuple[TableTest, ...], answers: TableAnswers, function: Function
) -> float:
    """The points of a function; none where it takes longer than it may."""
    limit = sum(test.question.limits.wall_seconds for test in tests)
    try:
        return result_in_time(limit, partial(_paid, tests, answers, function))
    except TookTooLong:
        return 0


def _called(function: Function, row: Row) -> Observation:
    """What came of a call; nothing where it raises."""
    try:
        return _returned(function(row.arguments))
    except Exception:  # noqa: BLE001 - one that is made for another table may do so
        return _returned(None)


def _returned(result: Content) -> Observation:
    outcome = outcome_of_result({"returned": encode_whole(result)})
    return Observation(shown(result), "", outcome)
