"""What a grading leaves to be counted anew, as JSON.

A store may come from anybody. So nothing is made of a record but JSON's own values,
tuples, sets, and what PARTS names: dataclasses that hold something and do nothing,
each field what it is declared to be.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from autograder.classroom.course import QuestionRow, TestRow
from autograder.drawing.replay import Line, Marks, Own, Replay, Step
from autograder.errors import AssignmentError, AutograderError, GraderError
from autograder.report.entries import Entry, LeaderboardEntry, Report
from autograder.trees.tree import Expectation, GameTree, Limit, Node
from autograder.words import blocks

MOST = 64 << 20  # bytes of one record, unpacked


@dataclass(frozen=True, slots=True)
class Record:
    """What a grading leaves to be counted anew: its report, and rows of the store.

    By the tests' nodes it has the facets that were `right`. It was `explained` as
    `Graded` says.
    """

    report: Report
    questions: tuple[QuestionRow, ...]
    tests: tuple[TestRow, ...]
    seconds: float | None
    page: bool
    right: Mapping[str, tuple[str, ...]]
    explained: float | None = None


PARTS: Mapping[str, type] = {
    kind.__name__: kind
    for kind in (
        *(Record, Report, Entry, LeaderboardEntry, QuestionRow, TestRow),
        *(Replay, Marks, Line, Own, Step),
        *(GameTree, Node, Expectation, Limit),
        *(blocks.Sentence, blocks.Facet, blocks.WrongValue, blocks.WrongStep),
        *(blocks.Keeps, blocks.Hint, blocks.Named, blocks.Quotation),
        *(blocks.Verbatim, blocks.Note, blocks.LineOfPlay, blocks.Answer),
    )
}
BLAMES = {kind.__name__: kind for kind in (AssignmentError, GraderError)}


def packed(record: Record) -> bytes:
    """A record as the store has it; b"" for what has no form in JSON."""
    written = _Written()
    try:
        root = written.plain(record)
        text = json.dumps([written.parts, root], separators=(",", ":"))
    except (TypeError, ValueError):  # as what an instructor's check has put there
        return b""
    return zlib.compress(text.encode())


def unpacked(content: bytes) -> Record | None:
    """The record; None where it cannot be read."""
    try:
        unzip = zlib.decompressobj()
        text = unzip.decompress(content, MOST)
        if unzip.unconsumed_tail:
            return None
        parts, root = json.loads(text)
        record = _Read(parts).value(root)
    except Exception:  # noqa: BLE001 - whatever it is, it is graded again
        return None
    return record if isinstance(record, Record) else None


class _Written:
    """The parts of a record, each behind those that it has; what is equal once.

    A tuple is a list of JSON; an object has one key, which tells what is in it.
    """

    def __init__(self) -> None:
        self.parts: list[Any] = []
        self._places: dict[object, int] = {}  # by id and by content
        self._forms: Mapping[type, Callable[[Any], Any]] = {
            tuple: lambda each: [*map(self.plain, each)],
            list: lambda each: {"list": [*map(self.plain, each)]},
            set: self._set,
            frozenset: self._set,
        }

    def plain(self, value: Any) -> Any:
        """A value as JSON has it; TypeError where it has none for that."""
        kind = type(value)
        if value is None or kind in {bool, int, float, str}:
            return value
        if kind in self._forms:
            return self._forms[kind](value)
        if isinstance(value, Mapping):
            pairs = [[self.plain(key), self.plain(each)] for key, each in value.items()]
            return {"dict": pairs}
        if isinstance(value, type) and issubclass(value, AutograderError):
            return {"blame": value.__name__}
        if is_dataclass(kind) and PARTS.get(kind.__name__) is kind:
            return {"part": self._place(value)}
        raise TypeError(f"a record has no form for {kind.__name__}")

    def _set(self, value: frozenset[Any]) -> Any:
        return {"set": sorted(map(self.plain, value), key=json.dumps)}

    def _place(self, part: Any) -> int:
        """Where it stands; an entry is equal to itself alone, and so stands for one."""
        place = self._places.get(id(part))
        if place is None:
            kind: type = type(part)
            own = [self.plain(getattr(part, name)) for name in _names(kind)]
            plain = [kind.__name__, *own]
            key = id(part) if isinstance(part, Entry) else repr(plain)
            place = self._places.setdefault(key, len(self.parts))
            self._places[id(part)] = place
            if place == len(self.parts):
                self.parts.append(plain)
        return place


class _Read:
    """The parts of a record made again, each of those before it."""

    def __init__(self, parts: list[Any]) -> None:
        self._parts: list[Any] = []
        self._forms: Mapping[str, Callable[[Any], Any]] = {
            "list": lambda each: [*map(self.value, each)],
            "set": lambda each: frozenset(map(self.value, each)),
            "dict": lambda each: {self.value(k): self.value(v) for k, v in each},
            "blame": BLAMES.__getitem__,
            "part": self._parts.__getitem__,
        }
        for name, *own in parts:
            hints = _hints(PARTS[name])
            values = dict(zip(hints, map(self.value, own), strict=True))
            for each, hint in hints.items():
                if not _is_a(values[each], hint):
                    raise TypeError(f"{name}.{each} is no {hint}")
            self._parts.append(PARTS[name](**values))

    def value(self, plain: Any) -> Any:
        """What stands for a value of JSON."""
        if isinstance(plain, list):
            return tuple(map(self.value, plain))
        if not isinstance(plain, dict):
            return plain
        ((form, own),) = plain.items()
        return self._forms[form](own)


@cache
def _names(kind: type) -> tuple[str, ...]:
    """The fields of a part."""
    return tuple(each.name for each in fields(kind))


@cache
def _hints(kind: type) -> dict[str, Any]:
    """The fields of a part with what each is declared to be."""
    hints = get_type_hints(kind, localns=PARTS)
    return {name: hints[name] for name in _names(kind)}


def _is_a(value: Any, hint: Any) -> bool:
    """Whether a value is what a field is declared to be."""
    if type(value) is hint or (hint is Any and _is_plain(value)):
        return True
    origin, own = get_origin(hint), get_args(hint)
    if origin in {Union, UnionType}:
        return any(_is_a(value, each) for each in own)
    if origin is type:
        return value in BLAMES.values()
    if origin in {tuple, list, frozenset}:
        return isinstance(value, origin) and _holds(value, own)
    if origin is not None and isinstance(value, dict):  # for a Mapping, too
        return all(all(map(_is_a, pair, own)) for pair in value.items())
    return hint is float and type(value) is int


def _holds(values: Collection[Any], hints: tuple[Any, ...]) -> bool:
    """Whether a tuple, a list or a set holds what it is declared to hold."""
    if len(hints) > 1 and hints[-1] is not ...:
        return len(values) == len(hints) and all(map(_is_a, values, hints))
    return all(_is_a(each, hints[0]) for each in values)


def _is_plain(value: Any) -> bool:
    """Whether it is of JSON's own values, and tuples."""
    if isinstance(value, dict):
        return all(map(_is_plain, (*value, *value.values())))
    if isinstance(value, (tuple, list)):
        return all(map(_is_plain, value))
    return type(value) in {NoneType, bool, int, float, str}
