"""Questions without a game, read from an assignment and answered in this process.

Nothing here is shared with the grader: a row is held against another by this module's
own reading of `compare` and `tolerance`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product
from math import isfinite
from types import ModuleType
from typing import Any, TypeAlias

from autograder.answers.program import Program, read
from autograder.project import REFERENCE, load_module
from tests import plainyaml
from tests.small import ROOT

Row: TypeAlias = tuple[Any, ...]  # the arguments of one call
Function: TypeAlias = Callable[..., Any]

TREES = ROOT / "test_trees"
NOTHING = object()  # is told of a row by no source, and returned where a call raised


@dataclass(frozen=True)
class Group:
    """The rows of one test: what the source says of each stands beside it."""

    name: str
    points: float
    rows: tuple[Row, ...]
    told: tuple[Any, ...]


@cache
def program_of(module: str) -> Program:
    """A module of the reference."""
    return read(REFERENCE / f"{module}.py")


@dataclass(frozen=True)
class Question:
    """One function, asked in all parts of a question."""

    name: str
    module: str
    laws: tuple[str, ...]
    compare: str
    tolerance: float
    groups: tuple[Group, ...]

    def program(self) -> Program:
        """The reference's module, with nothing but what the function calls."""
        return program_of(self.module).without_uncalled(self.name)

    @cached_property
    def reference(self) -> Function:
        """The reference's function."""
        return self.function_of(self.program())

    @cached_property
    def expected(self) -> dict[str, dict[Row, Any]]:
        """By group what the reference returns for each row."""
        return {
            group.name: results(self.reference, group.rows) for group in self.groups
        }

    def function_of(self, program: Program) -> Function:
        """The function as a program has it."""
        function: Function = getattr(program.module(self.module), self.name)
        return function

    def right(self, function: Function) -> tuple[Group, ...]:
        """The groups in which a function is right in all rows."""
        return tuple(group for group in self.groups if self._passes(function, group))

    def _passes(self, function: Function, group: Group) -> bool:
        found = results(function, group.rows)
        if self.laws:
            finite = all(_is_number(each) and isfinite(each) for each in found.values())
            return finite and not broken_laws(self.laws, found)
        expected = self.expected[group.name]
        return all(self.agree(expected[row], found[row]) for row in expected)

    def agree(self, expected: Any, found: Any) -> bool:
        """Whether two results count as the same."""
        if self.compare == "set":
            return _is_listed(found) and _pairs(expected) == _pairs(found)
        return _is_number(found) and abs(expected - found) <= self.tolerance


@cache
def questions(unit: str) -> tuple[Question, ...]:
    """Those of a unit's assignment, in their order."""
    text = (TREES / unit / "assignment.yaml").read_text(encoding="utf-8")
    every = plainyaml.content_of(text)["questions"]
    return tuple(_question(each) for each in every if each.get("kind") == "table")


def _question(entry: Mapping[str, Any]) -> Question:
    groups = tuple(
        _group(name, part["worth"] / len(part["rows"]), list(_expanded(rows)))
        for part in entry.get("parts", [entry])
        for name, rows in part["rows"].items()
    )
    return Question(
        entry.get("function", entry["name"]),
        entry.get("module", entry["name"]),
        tuple(entry.get("laws", ())),
        entry.get("compare", "number"),
        entry.get("tolerance", 1e-9),
        groups,
    )


def _group(name: str, points: float, rows: list[tuple[Row, Any]]) -> Group:
    return Group(name, points, tuple(r for r, _ in rows), tuple(t for _, t in rows))


def _expanded(rows: list[Any]) -> Iterator[tuple[Row, Any]]:
    for row in rows:
        if isinstance(row, list):
            yield tuple(row), NOTHING
        elif "each" in row:
            yield from ((one, NOTHING) for one in product(*row["each"]))
        else:
            yield tuple(row["of"]), row["is"]


def results(function: Function, rows: tuple[Row, ...]) -> dict[Row, Any]:
    """What a function returns for each row, by the row with tuples for lists."""
    return {_frozen(row): _result(function, row) for row in rows}


def _result(function: Function, row: Row) -> Any:
    try:
        return function(*row)
    except (ArithmeticError, LookupError, TypeError, ValueError):
        return NOTHING


def broken_laws(laws: tuple[str, ...], found: Mapping[Row, float]) -> list[str]:
    """The laws that results break, in their order."""
    return [name for name in laws if any(True for _ in law(name).broken(found))]


@cache
def law(name: str) -> ModuleType:
    """The module of a law."""
    return load_module(REFERENCE / "laws" / f"{name}.py")


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_listed(value: Any) -> bool:
    return isinstance(value, list | tuple | set | frozenset)


def _pairs(value: Any) -> set[Any]:
    return set(map(_frozen, value))


def _frozen(value: Any) -> Any:
    if isinstance(value, set):
        return frozenset(value)
    return tuple(map(_frozen, value)) if isinstance(value, list | tuple) else value
