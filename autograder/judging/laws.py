"""Laws: trusted modules that say which results of a function cannot go together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from autograder.assignment.tables import LAW_FOLDER
from autograder.game import Content, Number
from autograder.project import load_module

Arguments = tuple[Content, ...]
Found = Mapping[Arguments, Number]  # what a function returned, by its arguments


@dataclass(frozen=True, slots=True)
class Law:
    """A law: `says` has it in words, `broken` finds the rows that break it together."""

    name: str
    says: str
    broken: Callable[[Found], Iterable[tuple[Arguments, ...]]]


@dataclass(frozen=True, slots=True)
class Breach:
    """The first rows that break a law, and how often it is broken."""

    law: Law
    rows: tuple[Arguments, ...]
    count: int


@cache
def law(name: str) -> Law:
    """The law of a name; AssignmentError if there is no such module."""
    module: Any = load_module(LAW_FOLDER / f"{name}.py")
    says = " ".join((module.__doc__ or "").split("\n\n")[0].split())
    return Law(name, says, module.broken)


def breaches(names: Iterable[str], found: Found) -> tuple[Breach, ...]:
    """Of each law that is broken the first rows that do so."""
    broken = [(each, [*each.broken(found)]) for each in map(law, names)]
    return tuple(Breach(each, rows[0], len(rows)) for each, rows in broken if rows)
