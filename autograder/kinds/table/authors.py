"""What authors ask of tables: what is right, what mistakes and laziness earn."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

from autograder.answers import board, program
from autograder.answers.file import answers_path, grouped_tests, unseen_path
from autograder.assignment.questions import Assignment
from autograder.assignment.reading import FILE
from autograder.authoring.lazy import (
    PROGRAMS,
    Paid,
    Payroll,
    most_points,
    programs_listed,
    title_of,
)
from autograder.authoring.misconceptions import Right
from autograder.errors import AssignmentError, FileProblems, Problem
from autograder.game import Content
from autograder.kinds import caught
from autograder.kinds.caught import Caught, Question, caught_mistakes
from autograder.kinds.kind import Onlooker
from autograder.kinds.onejob import outcome_in_time
from autograder.kinds.table import judging
from autograder.kinds.table.kind import WANTED
from autograder.kinds.table.question import (
    NUMBER,
    RESULT,
    Row,
    Rows,
    Table,
    TableAnswers,
    TableTest,
    call_text,
    dump_answers,
    dump_unseen,
    in_lists,
    is_infinite,
    load_answers,
)
from autograder.kinds.table.question import value_as_written as written
from autograder.observing.observation import Observation
from autograder.observing.outcome import (
    OUT_OF_TIME,
    Fault,
    Outcome,
    Returned,
    outcome_of_result,
)
from autograder.project import REFERENCE
from autograder.text import clean, count_text
from autograder.trees.rules import failure_sentence
from autograder.words.faults import wrong_type
from autograder.worker.values import DEEPEST, MOST_ITEMS, TEXT, encode_whole

FUNCTIONS = PROGRAMS.with_name("functions.py")
USUAL: tuple[Content, ...] = (0, 1, -1, ())  # beside the results of the rows themselves
TITLE = "a constant for each function"
FORMULA = "the right formula"

Function = Callable[[Sequence[Content]], Content]

CALL = 80  # characters of a call in a sentence
LISTS = ("list", "tuple", "set")
BOUNDS = (
    f"all in all {MOST_ITEMS:,} values, lists {DEEPEST} deep, and texts of {TEXT} "
    "characters that can be printed are the most"
)
WITHOUT = "a row needs a result: write {{of: …, is: …}}, for {} does not exist"


def answer_files(assignment: Assignment, watch: Onlooker) -> Iterator[tuple[Path, str]]:
    """The file of answers of each table, with its text.

    Raises FileProblems, with line and column, where the reference raises on a row, says
    something else than the source, or breaks a law.
    """
    for name, tests in grouped_tests(assignment, TableTest).items():
        watch.show(f"the rows of {name}")
        question = tests[0].question
        reference = _Reference(assignment, question)
        answers = dump_answers(reference.answers(tests), tests)
        yield answers_path(assignment, question), answers
        if question.unseen:
            rows = reference.unseen(tests[0])
            yield unseen_path(assignment, name), dump_unseen(rows)


class _Reference:
    """What is right of one table: the reference's function, if there is one."""

    def __init__(self, assignment: Assignment, question: Table) -> None:
        self._file = assignment.folder / FILE
        self._question = question
        self._place = question.marks.get("", (1, 1))
        self._path = question.places.trusted_path(f"{question.module}.py", REFERENCE)
        self._module = self._loaded() if self._path.is_file() else None

    def _loaded(self) -> ModuleType:
        """The reference's module, which has the function."""
        marks = self._question.marks
        try:
            module = board.loaded_module(self._path)
        except board.ModuleError as fault:
            self._complain(marks.get("module", self._place), str(fault))
        if not inspect.isfunction(vars(module).get(self._question.function)):
            where, name = board.shown_path(self._path), self._question.function
            self._complain(
                marks.get("function", self._place), f"{where} has no function {name}"
            )
        return module

    def _complain(self, place: tuple[int, int], message: str) -> NoReturn:
        raise FileProblems((Problem(self._file, *place, message),))

    def answers(self, tests: Sequence[TableTest]) -> TableAnswers:
        """The results of all rows."""
        results = {
            test.about: tuple([self._result(test.question, row) for row in test.rows])
            for test in tests
            if test.question.asks_for(RESULT)
        }
        for test in tests if self._module else ():
            self._check_laws(test)
        names: tuple[str, ...] = ()  # of the arguments, for whoever takes others
        if self._module:
            function = vars(self._module)[tests[0].question.function]
            names = tuple(inspect.signature(function).parameters)
        return TableAnswers(names, results)

    def unseen(self, test: TableTest) -> Rows:
        """The rows that no submission has met, with results where they are due."""
        question, rows = test.question, test.question.unseen
        if self._module:
            self._check_laws(replace(test, rows=rows))
        if not question.asks_for(RESULT):
            return rows
        return tuple([replace(r, result=self._result(question, r)) for r in rows])

    def _result(self, question: Table, row: Row) -> Content:
        """What a row returns, by the reference and by the source, which must agree."""
        given = row.result
        stands = clean(written(given), CALL)
        if given is not None:
            came, is_whole = _crossed(in_lists(given))
            is_one = is_whole and (came.number is not None or came.items is not None)
            if not (is_infinite(given) or is_one):
                self._complain(row.mark, f"nothing could return {stands}: {BOUNDS}")
        if self._module is None:
            if given is None:
                self._complain(row.mark, WITHOUT.format(board.shown_path(self._path)))
            return given
        returned = self._called(question, row)
        if given is not None and not judging.is_same(question, returned, given):
            told = f"{self._call(row)} returned {clean(written(returned), CALL)}"
            self._complain(row.mark, f"{told}, but {stands} stands here")
        return returned if given is None else given

    def _called(self, question: Table, row: Row) -> Any:
        """What the reference returns, if a submission could be right to return it."""
        function = vars(self._module)[question.function]
        try:
            returned = board.result_in_time(
                question.limits.wall_seconds,
                lambda: function(*map(in_lists, row.arguments)),
            )
        except board.TookTooLong as fault:
            self._complain(row.mark, f"{self._call(row)} does not end: {fault}")
        except (Exception, SystemExit) as error:  # noqa: BLE001 - it may raise anything
            place, _, raised = failure_sentence(error, self._path).partition(": ")
            told = f"{self._call(row)} raised {raised} ({place})"
            self._complain(row.mark, clean(told, 2 * CALL))
        outcome, is_whole = _crossed(returned)
        found = judging.content_of(question, outcome)
        is_finite = not is_infinite(found) or is_infinite(row.result)
        if found is None or not (is_whole and is_finite):
            told = wrong_type(self._call(row), outcome, WANTED[question.compare])
            is_cut = outcome.kind in LISTS and question.compare != NUMBER
            is_cut = is_cut and (found is not None or outcome.items is None)
            self._complain(row.mark, f"{told}; {BOUNDS}" if is_cut else told)
        return found

    def _call(self, row: Row) -> str:
        call = clean(call_text(self._question.function, row.arguments), CALL)
        return f"{board.shown_path(self._path)}: {call}"

    def _check_laws(self, test: TableTest) -> None:
        """Complain where the reference itself breaks a law."""
        if not test.question.laws:
            return
        laws = test.question.marks.get("laws", self._place)
        found = {row.arguments: self._called(test.question, row) for row in test.rows}
        try:
            broken = judging.breaches(test.question, found)
        except (judging.LawError, board.ModuleError) as fault:
            self._complain(laws, clean(str(fault), 2 * CALL))
        for breach in broken:
            calls = [call_text(test.question.function, each) for each in breach.rows]
            rows = " and ".join(clean(call, CALL) for call in calls)
            returned = " and ".join(written(found[each]) for each in breach.rows)
            breaks = f"{board.shown_path(self._path)} breaks the law {breach.law.name}"
            told = f"{breaks}: {rows} returned {returned}, but {breach.law.says}"
            self._complain(laws, told)


def _crossed(returned: object) -> tuple[Returned, bool]:
    """What is left of a value on its way from a worker, and whether that is all."""
    sent = encode_whole(returned)
    outcome = outcome_of_result({"returned": sent})
    assert not isinstance(outcome, Fault)
    items = None if outcome.items is None else in_lists(outcome.items)
    return outcome, items == sent.get("items")


def caught_by_rows(
    tests: Sequence[TableTest], answers: TableAnswers
) -> tuple[Caught, ...]:
    """The mistakes of a table's function, and the tests that catch them.

    None without reference. AssignmentError where a law does not fit a mistake;
    ModuleError.
    """
    question = tests[0].question
    path = question.places.trusted_path(f"{question.module}.py", REFERENCE)
    if not path.is_file():
        return ()
    own = program.read(path).without_uncalled(question.function)
    right = Right(own, (question.function,), "", question.module)

    def result_of(module: ModuleType, test: TableTest) -> judging.TableResult:
        function = vars(module)[question.function]
        rows = zip(test.rows, outcomes_of(function, test), strict=True)
        seen = (
            judging.RowSeen(r, Observation(test.call_text(r), "", came))
            for r, came in rows
        )
        return judging.judge(test, answers, judging.TableObserved(tuple(seen)))

    try:
        return tuple(caught_mistakes((right,), tests, result_of))
    except judging.LawError as fault:
        raise AssignmentError(f"{question.name}: {fault}") from None


def outcomes_of(function: Any, test: TableTest) -> Iterator[Outcome]:
    """What comes of calls in this process, as from a worker; none after a late one."""
    seconds, never = test.question.limits.wall_seconds, None
    for row in test.rows:
        call = partial(function, *map(in_lists, row.arguments))
        outcome = never or outcome_in_time(seconds, call, encode_whole)
        if isinstance(outcome, Fault) and outcome.kind in OUT_OF_TIME:
            never = outcome
        yield outcome


def _questions(assignment: Assignment) -> Iterator[Question]:
    """Each table with its mistakes; AssignmentError where there are no answers."""
    for tests in grouped_tests(assignment, TableTest).values():
        mistakes = caught_by_rows(tests, load_answers(assignment, tests))
        rows = count_text(sum(test.size for test in tests), "row")
        where = f"{rows} in {count_text(len(tests), 'test')}"
        yield Question(tests, mistakes, where, "row")


questions_with_mistakes = partial(caught.questions_with_mistakes, _questions)
losses = partial(caught.losses, _questions)
adequacy = partial(caught.adequacy, _questions)


def payroll(assignment: Assignment) -> Payroll:
    """What each function earns of tables, and the best constant; AssignmentError."""
    tables = grouped_tests(assignment, TableTest)
    answers = {name: load_answers(assignment, tests) for name, tests in tables.items()}
    places = assignment.all_questions()[0].places
    functions = programs_listed(FUNCTIONS, FUNCTIONS.stem.upper(), places)

    def paid(function: Function) -> Paid:
        points = {
            name: _paid_in_time(tests, answers[name], function)
            for name, tests in tables.items()
        }
        return Paid(title_of(function), points)

    constants = {}  # the usual ones, and each result of the rows
    for name, tests in tables.items():
        results = [each for some in answers[name].results.values() for each in some]
        values = {repr(each): each for each in (*USUAL, *results)}.values()
        every = [partial(_constant, each) for each in values]
        constants[name] = max(_paid(tests, answers[name], each) for each in every)
    lazy = (Paid(TITLE, constants), *map(paid, functions))
    return Payroll(most_points(tables), lazy, without=(FORMULA,))


def _constant(result: Content, _arguments: Sequence[Content]) -> Content:
    return result


def _paid(
    tests: tuple[TableTest, ...], answers: TableAnswers, function: Function
) -> float:
    """The points of a function."""
    earned = 0.0
    for test in tests:
        rows = tuple(
            [judging.RowSeen(row, _called(function, row)) for row in test.rows]
        )
        earned += judging.judge(test, answers, judging.TableObserved(rows)).points
    return earned


def _paid_in_time(
    tests: tuple[TableTest, ...], answers: TableAnswers, function: Function
) -> float:
    """The points of a function; none where it takes longer than it may."""
    limit = sum(test.question.limits.wall_seconds for test in tests)
    try:
        return board.result_in_time(limit, lambda: _paid(tests, answers, function))
    except board.TookTooLong:
        return 0


def _called(function: Function, row: Row) -> Observation:
    """What came of a call; nothing where it raises."""
    try:
        return _returned(function(row.arguments))
    except Exception:  # noqa: BLE001 - one that is made for another table may do so
        return _returned(None)


def _returned(result: Content) -> Observation:
    outcome = outcome_of_result({"returned": encode_whole(result)})
    return Observation(written(result), "", outcome)
