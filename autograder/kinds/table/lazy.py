"""What is paid for functions that return what is near at hand, without the formula.

A constant is one, those of `reference/lazy/functions.py`, and of the modules in a
course's own `reference/lazy/`, are the others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from autograder.answers.timed import TookTooLong, timed
from autograder.assignment.questions import Assignment
from autograder.authoring.lazy import (
    PROGRAMS,
    Paid,
    Payroll,
    of_all,
    own_modules,
    title_of,
)
from autograder.game import Content
from autograder.kinds.table.answers import TableAnswers, load, tables_of
from autograder.kinds.table.judging import judge
from autograder.kinds.table.observing import RowSeen, TableObserved
from autograder.kinds.table.question import Row, TableTest, shown
from autograder.observing.observation import Observation
from autograder.observing.outcome import crossed
from autograder.project import load_module
from autograder.worker.values import encode_whole

FUNCTIONS = PROGRAMS.with_name("functions.py")
USUAL: tuple[Content, ...] = (0, 1, -1, ())  # beside the results of the rows themselves
TITLE = "a constant for each function"
FORMULA = "the right formula"

Function = Callable[[Sequence[Content]], Content]


def payroll(assignment: Assignment) -> Payroll:
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
        return timed(limit, partial(_paid, tests, answers, function))
    except TookTooLong:
        return 0


def _called(function: Function, row: Row) -> Observation:
    """What came of a call; nothing where it raises."""
    try:
        return _returned(function(row.arguments))
    except Exception:  # noqa: BLE001 - one that is made for another table may do so
        return _returned(None)


def _returned(result: Content) -> Observation:
    outcome = crossed({"returned": encode_whole(result)})
    return Observation(shown(result), "", outcome)
