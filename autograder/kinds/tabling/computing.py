"""Compute what a table's function returns: by the reference, held to the source."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import NoReturn

from autograder.answers.faults import ModuleError, blaming, shown
from autograder.answers.tables import TableAnswers, dump, path_of, tables_of
from autograder.assignment.questions import Assignment
from autograder.assignment.reading import FILE
from autograder.assignment.tables import (
    RESULT,
    Row,
    Table,
    TableTest,
    called,
    in_lists,
    misfit,
)
from autograder.assignment.tables import shown as written
from autograder.errors import FileProblems, Problem
from autograder.game import Content
from autograder.judging.laws import breaches
from autograder.judging.outcome import Fault, decode
from autograder.judging.tables import is_same
from autograder.kinds.kind import Watch
from autograder.project import REFERENCE, load_module
from autograder.teaching import tablemistakes
from autograder.text import clean
from autograder.worker.values import encode_whole

CALL = 80  # characters of a call in a sentence
WITHOUT = "a row needs a result: write {{of: …, is: …}}, for {} does not exist"


def computed(assignment: Assignment, watch: Watch) -> Iterator[tuple[Path, str]]:
    """The file of answers of each table, with its text.

    Raises FileProblems, with line and column, where the reference raises on a row, says
    something else than the source, or breaks a law.
    """
    for name, tests in tables_of(assignment).items():
        watch.show(f"the rows of {name}")
        found = _Reference(assignment, tests[0].question).answers(tests)
        yield path_of(assignment, name), dump(found, tests)


class _Reference:
    """What is right of one table: the reference's function, if there is one."""

    def __init__(self, assignment: Assignment, question: Table) -> None:
        self._file = assignment.folder / FILE
        self._question = question
        self._path = REFERENCE / f"{question.module}.py"
        self._module = self._loaded() if self._path.is_file() else None

    def _loaded(self) -> ModuleType:
        """The reference's module, which has the function."""
        try:
            with blaming(self._path):
                module = load_module(self._path)
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
        """The results of all rows, and the mistakes that show in them."""
        results = {
            test.about: tuple([self._result(test.question, row) for row in test.rows])
            for test in tests
            if test.question.asks_for(RESULT)
        }
        for test in tests if self._module else ():
            self._check_laws(test)
        try:
            mistakes = tuple(tablemistakes.made(tests)) if self._module else ()
        except ModuleError as fault:
            self._complain(self._place(), str(fault))
        return TableAnswers(self._names(), results, mistakes)

    def _names(self) -> tuple[str, ...]:
        """The names of the arguments, for whoever takes others."""
        if self._module is None:
            return ()
        function = vars(self._module)[self._question.function]
        return tuple(inspect.signature(function).parameters)

    def _result(self, question: Table, row: Row) -> Content:
        """What a row returns, by the reference and by the source, which must agree."""
        if self._module is None:
            if row.result is None:
                self._complain(row.mark, WITHOUT.format(shown(self._path)))
            return row.result
        found = self._called(question, row)
        if wrong := misfit(question.compare, found):
            self._complain(row.mark, f"{self._told(row)} returned: {wrong}")
        if row.result is not None and not is_same(question, found, row.result):
            self._complain(
                row.mark,
                f"{self._told(row)} returned {written(found)}, but "
                f"{written(row.result)} stands here",
            )
        return found if row.result is None else row.result

    def _called(self, question: Table, row: Row) -> Content:
        """What the reference returns, with tuples for lists and sets."""
        function = vars(self._module)[question.function]
        try:
            returned = function(*map(in_lists, row.arguments))
        except Exception as error:  # noqa: BLE001 - it may raise anything
            told = f"{self._told(row)} raised {type(error).__name__}: {error}"
            self._complain(row.mark, clean(told, 2 * CALL))
        outcome = decode({"returned": encode_whole(returned)})
        assert not isinstance(outcome, Fault)
        if outcome.items is not None:
            return outcome.items
        return returned if outcome.number is None else outcome.number

    def _told(self, row: Row) -> str:
        call = clean(called(self._question.function, row.arguments), CALL)
        return f"{shown(self._path)}: {call}"

    def _check_laws(self, test: TableTest) -> None:
        """Complain where the reference itself breaks a law."""
        if not test.question.laws:
            return
        found = {row.arguments: self._called(test.question, row) for row in test.rows}
        for breach in breaches(test.question.laws, found):
            rows = " and ".join(
                clean(called(test.question.function, each), CALL)
                for each in breach.rows
            )
            told = f"{shown(self._path)} breaks the law {breach.law.name}: {rows}"
            self._complain(test.question.marks.get("laws", self._place()), told)
