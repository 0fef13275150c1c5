"""The answers to a table, as a checked-in file: what each call returns."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from autograder.answers.file import (
    FOLDER,
    StaleError,
    indented_json,
    load_with,
    numbered_json,
    parsed_file,
)
from autograder.assignment.questions import Assignment
from autograder.game import Content
from autograder.kinds.table.question import RESULT, Row, TableTest, misfit

SUFFIX = ".table.json"

Results = Mapping[str, tuple[Content, ...]]  # by the test's name, row by row


@dataclass(frozen=True, slots=True)
class TableAnswers:
    """What is right: `names` of the arguments, and the results by test.

    `unseen` are rows that no submission has met, each with what is right.
    """

    names: tuple[str, ...]
    results: Results
    unseen: tuple[Row, ...] = field(default=(), compare=False)

    def of(self, tests: Iterable[TableTest]) -> TableAnswers:
        """What is left of them where only these tests are."""
        names = {test.about for test in tests}
        kept = {name: found for name, found in self.results.items() if name in names}
        return TableAnswers(self.names, kept)


def path_of(assignment: Assignment, question: str) -> Path:
    """Where the answers to a table stand."""
    return assignment.folder / FOLDER / f"{question}{SUFFIX}"


def tables_of(assignment: Assignment) -> dict[str, tuple[TableTest, ...]]:
    """The tests of each table, by the question's name."""
    found: dict[str, list[TableTest]] = {}
    for test in assignment.tests:
        if isinstance(test, TableTest):
            found.setdefault(test.question.name, []).append(test)
    return {name: tuple(tests) for name, tests in found.items()}


def load(assignment: Assignment, tests: tuple[TableTest, ...]) -> TableAnswers:
    """The answers to one table; UntoldError if they are absent, or to other rows."""
    path = path_of(assignment, tests[0].question.name)
    return parsed_file(path, lambda text: parse(text, tests))


def dump(answers: TableAnswers, tests: Iterable[TableTest]) -> str:
    """The answers as a readable file: a call and what it returns in a line."""
    content = {
        "names": list(answers.names),
        "results": {
            test.about: {
                test.call(row): _in_json(result)
                for row, result in zip(
                    test.rows, answers.results[test.about], strict=True
                )
            }
            for test in tests
            if test.about in answers.results
        },
    }
    return indented_json(content, "\n") + "\n"


def dump_unseen(rows: Iterable[Row]) -> str:
    """Rows that no submission has met, each with its result where that is asked."""
    return numbered_json(
        {"of": _in_json(row.arguments), "is": _in_json(row.result)} for row in rows
    )


def load_unseen(assignment: Assignment, question: str) -> tuple[Row, ...]:
    """Those of a table; none where the file is not; UntoldError if it is stale."""

    def read(content: Any) -> Row:
        return Row(_frozen([*content["of"]]), _frozen(content["is"]))

    return load_with(read, assignment, question)


def _in_json(value: Content) -> Any:
    return [*map(_in_json, value)] if isinstance(value, tuple) else value


def parse(text: str, tests: tuple[TableTest, ...]) -> TableAnswers:
    """The answers of a file's text to these tests.

    Raises StaleError where there are others, one of BROKEN where there are none.
    """
    content = json.loads(text)
    results = content["results"]
    for test in tests:
        if test.question.asks_for(RESULT):
            _require(test, results.get(test.about, {}))
    return TableAnswers(
        tuple(map(str, content["names"])),
        {str(name): _frozen([*found.values()]) for name, found in results.items()},
    )


def _require(test: TableTest, results: Mapping[str, Any]) -> None:
    """Raise StaleError unless these are results of the rows of a test."""
    if [*results] != [test.call(row) for row in test.rows]:
        raise StaleError
    if any(misfit(test.question.compare, _frozen(each)) for each in results.values()):
        raise StaleError


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
