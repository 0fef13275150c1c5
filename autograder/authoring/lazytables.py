"""What is paid for functions that return one value, whatever they are given."""

from __future__ import annotations

from autograder.answers.tables import TableAnswers, load, tables_of
from autograder.assignment.questions import Assignment
from autograder.assignment.tables import TableTest, shown
from autograder.authoring.lazy import Paid, Payroll
from autograder.game import Content
from autograder.judging.tables import judge
from autograder.observing.observation import Observation
from autograder.observing.outcome import decode
from autograder.observing.rows import RowSeen, TableObserved
from autograder.worker.values import encode_whole

USUAL: tuple[Content, ...] = (0, 1, -1, ())  # beside the results of the rows themselves
TITLE = "a constant for each function"
LOOKING = "a look at the arguments"


def payroll(assignment: Assignment) -> Payroll:
    """What the constant that pays best earns of each table.

    Raises AssignmentError where there are no answers.
    """
    most, best = {}, {}
    for name, tests in tables_of(assignment).items():
        answers = load(assignment, tests)
        constants = {repr(c): c for c in (*USUAL, *_results(answers))}.values()
        most[name] = sum(test.points.most for test in tests)
        best[name] = max(_paid(tests, answers, each) for each in constants)
    return Payroll(most, (Paid(TITLE, best),), Paid("", {}), (LOOKING,))


def _results(answers: TableAnswers) -> list[Content]:
    return [result for found in answers.results.values() for result in found]


def _paid(
    tests: tuple[TableTest, ...], answers: TableAnswers, constant: Content
) -> float:
    """The points of a function that returns this always."""
    outcome = decode({"returned": encode_whole(constant)})
    call = Observation(shown(constant), "", outcome)
    observed = (
        TableObserved(tuple([RowSeen(row, call) for row in test.rows]))
        for test in tests
    )
    pairs = zip(tests, observed, strict=True)
    return sum(judge(test, answers, seen).points for test, seen in pairs)
