"""Laws: trusted modules that say which results of a function cannot go together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

from autograder.answers.faults import (
    ModuleError,
    TookTooLong,
    blaming,
    loaded_module,
    result_in_time,
)
from autograder.errors import GraderError
from autograder.game import Content, Number
from autograder.kinds.table.question import LAW_FOLDER, Table
from autograder.project import LAWS
from autograder.trees.rules import failure

MOST = 100_000  # breaches of a law that are counted: one may yield without end

Arguments = tuple[Content, ...]
ByArguments = Mapping[Arguments, Number]  # what a function returned, by its arguments


@dataclass(frozen=True, slots=True)
class Law:
    """A law: `says` has it in words, `broken` finds the rows that break it together."""

    name: str
    says: str
    broken: Callable[[ByArguments], Iterable[tuple[Arguments, ...]]]
    path: Path


@dataclass(frozen=True, slots=True)
class Breach:
    """The first rows that break a law, and how often it is broken."""

    law: Law
    rows: tuple[Arguments, ...]
    count: int


class LawError(GraderError):
    """A law cannot be held against these rows; no score follows from it."""


def law(table: Table, name: str) -> Law:
    """A table's law of a name; AssignmentError if there is none."""
    return _law(law_file(table, name))


def law_file(table: Table, name: str) -> Path:
    """Where a table's law of a name stands."""
    laws = table.places.every(LAWS, LAW_FOLDER, "*.py")
    return laws.get(name, LAW_FOLDER / f"{name}.py")


@cache
def _law(path: Path) -> Law:
    module: Any = loaded_module(path)
    with blaming(path):
        says = " ".join((module.__doc__ or "").split("\n\n")[0].split())
    if not callable(vars(module).get("broken")):
        raise ModuleError(path, " has no function broken")
    if not says:
        raise ModuleError(path, " has no docstring: its first sentence is the law")
    return Law(path.stem, says, module.broken, path)


def laws_of(table: Table) -> list[Law]:
    """All laws of a table."""
    return [law(table, name) for name in table.laws]


def breaches(table: Table, results: ByArguments) -> tuple[Breach, ...]:
    """Of each law that is broken the first rows that do so; LawError if it fails."""
    limit = table.limits.wall_seconds
    broken = [(each, _breaking(each, results, limit)) for each in laws_of(table)]
    return tuple(Breach(each, rows[0], len(rows)) for each, rows in broken if rows)


def _breaking(
    law: Law, results: ByArguments, seconds: float
) -> list[tuple[Arguments, ...]]:
    """The rows that break a law, each time those that do so together."""

    def held() -> list[tuple[Arguments, ...]]:
        return [tuple(rows) for rows in islice(law.broken(results), MOST)]

    try:
        broken = result_in_time(seconds, held)
        strange = [row for rows in broken for row in rows if row not in results]
    except TookTooLong as fault:
        raise LawError(f"the law {law.name} does not end here: {fault}") from None
    except Exception as fault:  # noqa: BLE001 - it may have been written for other rows
        told = failure(fault, law.path)
        raise LawError(f"the law {law.name} does not fit these rows ({told})") from None
    if strange or not all(broken):
        yields = "`broken` yields tuples of keys of what it is given"
        raise LawError(f"the law {law.name} names rows that there are not: {yields}")
    return broken
