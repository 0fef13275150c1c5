"""Compute what a table's function returns: by the reference, held to the source."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

from autograder.answers import file
from autograder.answers.faults import (
    ModuleError,
    TookTooLong,
    loaded_module,
    result_in_time,
    shown,
)
from autograder.assignment.questions import Assignment
from autograder.assignment.reading import FILE
from autograder.errors import FileProblems, Problem
from autograder.game import Content
from autograder.kinds.kind import Onlooker
from autograder.kinds.table.answers import (
    TableAnswers,
    dump,
    dump_unseen,
    path_of,
    tables_of,
)
from autograder.kinds.table.judging import content_of, is_same
from autograder.kinds.table.laws import LawError, breaches
from autograder.kinds.table.question import (
    NUMBER,
    RESULT,
    Row,
    Rows,
    Table,
    TableTest,
    called,
    in_lists,
    is_infinite,
)
from autograder.kinds.table.question import shown as written
from autograder.kinds.table.words import WANTED
from autograder.observing.outcome import Fault, Returned, outcome_of_result
from autograder.project import REFERENCE
from autograder.text import clean
from autograder.trees.rules import failure
from autograder.words.faults import wrong_type
from autograder.worker.values import DEEPEST, MOST_ITEMS, TEXT, encode_whole

CALL = 80  # characters of a call in a sentence
LISTS = ("list", "tuple", "set")
BOUNDS = (
    f"all in all {MOST_ITEMS:,} values, lists {DEEPEST} deep, and texts of {TEXT} "
    "characters that can be printed are the most"
)
WITHOUT = "a row needs a result: write {{of: …, is: …}}, for {} does not exist"


def computed(assignment: Assignment, watch: Onlooker) -> Iterator[tuple[Path, str]]:
    """The file of answers of each table, with its text.

    Raises FileProblems, with line and column, where the reference raises on a row, says
    something else than the source, or breaks a law.
    """
    for name, tests in tables_of(assignment).items():
        watch.show(f"the rows of {name}")
        reference = _Reference(assignment, tests[0].question)
        yield path_of(assignment, name), dump(reference.answers(tests), tests)
        if tests[0].question.unseen:
            rows = reference.unseen(tests[0])
            yield file.unseen_path(assignment, name), dump_unseen(rows)


class _Reference:
    """What is right of one table: the reference's function, if there is one."""

    def __init__(self, assignment: Assignment, question: Table) -> None:
        self._file = assignment.folder / FILE
        self._question = question
        self._path = question.places.trusted(f"{question.module}.py", REFERENCE)
        self._module = self._loaded() if self._path.is_file() else None

    def _loaded(self) -> ModuleType:
        """The reference's module, which has the function."""
        try:
            module = loaded_module(self._path)
        except ModuleError as fault:
            self._complain(
                self._question.marks.get("module", self._place()), str(fault)
            )
        if not inspect.isfunction(vars(module).get(self._question.function)):
            where = self._question.marks.get("function", self._place())
            lacks = f"{shown(self._path)} has no function {self._question.function}"
            self._complain(where, lacks)
        return module

    def _place(self) -> tuple[int, int]:
        return self._question.marks.get("", (1, 1))

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
        return TableAnswers(self._names(), results)

    def unseen(self, test: TableTest) -> Rows:
        """The rows that no submission has met, with results where they are due."""
        question, rows = test.question, test.question.unseen
        if self._module:
            self._check_laws(replace(test, rows=rows))
        if not question.asks_for(RESULT):
            return rows
        return tuple([replace(r, result=self._result(question, r)) for r in rows])

    def _names(self) -> tuple[str, ...]:
        """The names of the arguments, for whoever takes others."""
        if self._module is None:
            return ()
        function = vars(self._module)[self._question.function]
        return tuple(inspect.signature(function).parameters)

    def _result(self, question: Table, row: Row) -> Content:
        """What a row returns, by the reference and by the source, which must agree."""
        if row.result is not None and not _can_be_returned(row.result):
            told = clean(written(row.result), CALL)
            self._complain(row.mark, f"nothing could return {told}: {BOUNDS}")
        if self._module is None:
            if row.result is None:
                self._complain(row.mark, WITHOUT.format(shown(self._path)))
            return row.result
        found = self._called(question, row)
        if row.result is not None and not is_same(question, found, row.result):
            self._complain(
                row.mark,
                f"{self._call(row)} returned {clean(written(found), CALL)}, but "
                f"{clean(written(row.result), CALL)} stands here",
            )
        return found if row.result is None else row.result

    def _called(self, question: Table, row: Row) -> Any:
        """What the reference returns, if a submission could be right to return it."""
        function = vars(self._module)[question.function]
        try:
            returned = result_in_time(
                question.limits.wall_seconds,
                lambda: function(*map(in_lists, row.arguments)),
            )
        except TookTooLong as fault:
            self._complain(row.mark, f"{self._call(row)} does not end: {fault}")
        except (Exception, SystemExit) as error:  # noqa: BLE001 - it may raise anything
            place, _, raised = failure(error, self._path).partition(": ")
            told = f"{self._call(row)} raised {raised} ({place})"
            self._complain(row.mark, clean(told, 2 * CALL))
        outcome, is_whole = _crossed(returned)
        found = content_of(question, outcome)
        is_finite = not is_infinite(found) or is_infinite(row.result)
        if found is None or not (is_whole and is_finite):
            told = wrong_type(self._call(row), outcome, WANTED[question.compare])
            is_cut = outcome.kind in LISTS and question.compare != NUMBER
            is_cut = is_cut and (found is not None or outcome.items is None)
            self._complain(row.mark, f"{told}; {BOUNDS}" if is_cut else told)
        return found

    def _call(self, row: Row) -> str:
        call = clean(called(self._question.function, row.arguments), CALL)
        return f"{shown(self._path)}: {call}"

    def _check_laws(self, test: TableTest) -> None:
        """Complain where the reference itself breaks a law."""
        if not test.question.laws:
            return
        laws = test.question.marks.get("laws", self._place())
        found = {row.arguments: self._called(test.question, row) for row in test.rows}
        try:
            broken = breaches(test.question, found)
        except (LawError, ModuleError) as fault:
            self._complain(laws, clean(str(fault), 2 * CALL))
        for breach in broken:
            rows = " and ".join(
                clean(called(test.question.function, each), CALL)
                for each in breach.rows
            )
            returned = " and ".join(written(found[each]) for each in breach.rows)
            breaks = f"{shown(self._path)} breaks the law {breach.law.name}"
            told = f"{breaks}: {rows} returned {returned}, but {breach.law.says}"
            self._complain(laws, told)


def _crossed(returned: object) -> tuple[Returned, bool]:
    """What is left of a value on its way from a worker, and whether that is all."""
    sent = encode_whole(returned)
    outcome = outcome_of_result({"returned": sent})
    assert not isinstance(outcome, Fault)
    items = None if outcome.items is None else in_lists(outcome.items)
    return outcome, items == sent.get("items")


def _can_be_returned(result: Content) -> bool:
    """Whether a result would come from a worker as it is."""
    outcome, is_whole = _crossed(in_lists(result))
    if is_infinite(result):
        return True
    return is_whole and (outcome.number is not None or outcome.items is not None)
