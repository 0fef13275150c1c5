"""A grading counted anew from its record, where only points or visibility have changed.

Each facet is right or not, and earns what it is worth now. What was said of a test may
rest on tests seen with it; where these are now others, it says what it said alone.

A record is JSON in a store, which may come from anybody. So nothing is made of it but
JSON's own values, tuples, sets, and what PARTS names: dataclasses that hold something
and do nothing, each field what it is declared to be.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from autograder.assignment.questions import (
    HIDDEN,
    VISIBLE,
    AnyTest,
    Assignment,
    is_seen_with,
)
from autograder.classroom.course import Graded, QuestionRow, TestRow
from autograder.drawing.replay import Line, Marks, Own, Replay, Step
from autograder.errors import AssignmentError, AutograderError, GraderError
from autograder.grading.explaining import remove_counterexamples
from autograder.grading.grading import planned_tests
from autograder.judging.verdicts import Verdict
from autograder.kinds.entries import AllJudged
from autograder.report import platforms
from autograder.report.entries import (
    Entry,
    LeaderboardEntry,
    Report,
    for_student,
    in_brief,
    max_score,
    score,
)
from autograder.report.page import html
from autograder.trees.tree import Expectation, GameTree, Limit, Node
from autograder.words import blocks
from autograder.words.blocks import PASSED, Facet, Named

MOST = 64 << 20  # bytes of one record, unpacked


@dataclass(frozen=True, slots=True)
class Record:
    """What a grading leaves to be counted anew: its report, and rows of the store."""

    report: Report
    questions: tuple[QuestionRow, ...]
    tests: tuple[TestRow, ...]
    seconds: float | None
    page: bool
    right: Mapping[str, tuple[str, ...]]  # facets, by node
    explained: float | None = None  # as `Graded` says


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
PLAIN = frozenset({NoneType, bool, int, float, str})  # what JSON has
BLAMES = {kind.__name__: kind for kind in (AssignmentError, GraderError)}


def packed_record(record: Record) -> bytes:
    """A record as the store has it; b"" for what has no form in JSON."""
    written = _Written()
    try:
        root = written.plain(record)
        text = json.dumps([written.parts, root], separators=(",", ":"))
    except (TypeError, ValueError):  # as what an instructor's check has put there
        return b""
    return zlib.compress(text.encode())


def record_from_bytes(content: bytes) -> Record | None:
    """The record; None where it cannot be read."""
    try:
        unzip = zlib.decompressobj()
        text = unzip.decompress(content, MOST)
        if unzip.unconsumed_tail:
            return None
        parts, root = json.loads(text)
        record = _read(parts, root)
    except Exception:  # noqa: BLE001 - whatever it is, it is graded again
        return None
    return record if isinstance(record, Record) else None


@cache
def _names(kind: type) -> tuple[str, ...]:
    """Of the fields of a part."""
    return tuple([each.name for each in fields(kind)])


class _Written:
    """The parts of a record, each behind those that it has; what is equal once."""

    def __init__(self) -> None:
        self.parts: list[Any] = []
        self._places: dict[object, int] = {}  # by id and by content
        self._forms: Mapping[type, Callable[[Any], Any]] = {
            tuple: self._each,
            list: lambda each: {"list": self._each(each)},
            set: self._set,
            frozenset: self._set,
        }

    def plain(self, value: Any) -> Any:
        """A value as JSON has it; TypeError where it has none for that."""
        kind = type(value)
        if kind in PLAIN:
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

    def _each(self, values: Iterable[Any]) -> list[Any]:
        """Each as JSON has it; most are so already, and a call of each takes long."""
        return [each if type(each) in PLAIN else self.plain(each) for each in values]

    def _set(self, value: frozenset[Any]) -> Any:
        return {"set": sorted(map(self.plain, value), key=json.dumps)}

    def _place(self, part: Any) -> int:
        """Where it stands; an entry is equal to itself alone, and so stands for one."""
        place = self._places.get(id(part))
        if place is None:
            kind: type = type(part)
            own = self._each(getattr(part, name) for name in _names(kind))
            plain = [kind.__name__, *own]
            key = id(part) if isinstance(part, Entry) else repr(plain)
            place = self._places.setdefault(key, len(self.parts))
            self._places[id(part)] = place
            if place == len(self.parts):
                self.parts.append(plain)
        return place


def _read(parts: list[Any], root: Any) -> Any:
    """What stands in `root`, with the parts made again, each of those before it."""
    made: list[Any] = []
    forms: Mapping[str, Callable[[Any], Any]] = {
        "list": lambda each: [*map(value, each)],
        "set": lambda each: frozenset(map(value, each)),
        "dict": lambda each: {value(k): value(v) for k, v in each},
        "blame": BLAMES.__getitem__,
        "part": made.__getitem__,
    }

    def value(plain: Any) -> Any:
        if isinstance(plain, list):
            return tuple(map(value, plain))
        if not isinstance(plain, dict):
            return plain
        ((form, own),) = plain.items()
        return forms[form](own)

    for name, *own in parts:
        hints = _hints(PARTS[name])
        values = dict(zip(hints, map(value, own), strict=True))
        for each, hint in hints.items():
            if not _is_a(values[each], hint):
                raise TypeError(f"{name}.{each} is no {hint}")
        made.append(PARTS[name](**values))
    return value(root)


@cache
def _hints(kind: type) -> dict[str, Any]:
    hints = get_type_hints(kind, localns=PARTS)
    return {each.name: hints[each.name] for each in fields(kind)}


def _is_a(value: Any, hint: Any) -> bool:
    if type(value) is hint or (hint is Any and _is_plain(value)):
        return True
    origin, own = get_origin(hint), get_args(hint)
    if origin in {Union, UnionType}:
        return any(_is_a(value, each) for each in own)
    if origin is type:
        return value in BLAMES.values()
    if origin in {tuple, list, frozenset}:
        if len(own) == 1 or own[-1] is ...:
            own = own[:1] * len(value) if isinstance(value, origin) else own
        return (
            isinstance(value, origin)
            and len(value) == len(own)
            and all(map(_is_a, value, own))
        )
    if origin is not None and isinstance(value, dict):  # for a Mapping, too
        return all(all(map(_is_a, pair, own)) for pair in value.items())
    return hint is float and type(value) is int


def _is_plain(value: Any) -> bool:
    """Whether it is of JSON's own values, and tuples."""
    if isinstance(value, dict):
        return all(map(_is_plain, (*value, *value.values())))
    if isinstance(value, (tuple, list)):
        return all(map(_is_plain, value))
    return type(value) in {NoneType, bool, int, float, str}


def right_facets(judged: AllJudged) -> dict[str, tuple[str, ...]]:
    """Of each test the facets that were paid for."""
    facets = {}
    for node, each in judged.items():
        result: Any = each.result
        right = [f.facet for f in result.findings if f.verdict is Verdict.CORRECT]
        points = result.test.points
        is_paid = points.earned(right) == result.points  # else it takes all of it
        facets[node] = tuple(right) if is_paid else ()
    return facets


def counted_anew(content: bytes, assignment: Assignment) -> Graded | None:
    """What comes now of what a grading has left; None: it is to be graded again."""
    record = record_from_bytes(content)
    if record is None:
        return None
    try:
        return replace(recount(record, assignment), record=content)
    except Exception:  # noqa: BLE001 - a record may say of itself what is not so
        return None


def recount(record: Record, assignment: Assignment) -> Graded:
    """What comes of it now; ValueError where it has to be graded for that."""
    tests = {each.node: each.test for each in planned_tests(assignment)}
    report = _as_seen(_worth(record, tests), tests)
    report = replace(report, title=assignment.title, later=assignment.later)
    before = {n: each.visibility for n, each in record.report.entries.items()}
    questions, explained = record.questions, record.explained
    if any(before[n] != each.visibility for n, each in tests.items() if n in before):
        # What explains them made right what was visible then.
        questions, explained = tuple(each.unexplained() for each in questions), None
        remove_counterexamples(report, report.entries)
    counting = [each for each in report.all() if each.max_score is not None]
    rows = tuple(
        replace(row, points=entry.score, most=entry.max_score or 0.0)
        for row, entry in zip(record.tests, counting, strict=True)
    )
    of_each = [[e for e in counting if e.group == row.name] for row in questions]
    questions = tuple(
        replace(row, points=score(mine), most=max_score(mine))
        for row, mine in zip(questions, of_each, strict=True)
    )
    record = replace(record, questions=questions, explained=explained)
    return graded_of(replace(record, report=report, tests=rows))


def graded_of(record: Record) -> Graded:
    """What came of a grading, all of which is in its record."""
    report = record.report
    pages = pages_of(report) if record.page else ("", "")
    return Graded(
        points=score(report.all()),
        most=max_score(report.all()),
        questions=record.questions,
        tests=record.tests,
        results=platforms.gradescope_text(report, record.seconds or 0.0),
        page=pages[0],
        published=pages[1],
        seconds=record.seconds,
        explained=record.explained,
    )


def pages_of(report: Report) -> tuple[str, str]:
    """The student's page, in brief, now and once published; "" if the same."""
    now, then = for_student(report), for_student(report, published=True)
    later = html(in_brief(then)) if len(then.entries) > len(now.entries) else ""
    return html(in_brief(now)), later


def _worth(record: Record, tests: Mapping[str, AnyTest]) -> Report:
    def now(entries: Mapping[str, Entry]) -> dict[str, Entry]:
        return {
            node: _entry(entry, tests.get(node), record.right.get(node, ()))
            for node, entry in entries.items()
        }

    report = record.report
    return replace(report, entries=now(report.entries), alone=now(report.alone))


def _entry(entry: Entry, test: AnyTest | None, right: Sequence[str]) -> Entry:
    """An entry with what its facets earn now; ValueError if that cannot be told."""
    if test is None or entry.max_score is None:
        return entry
    facets = entry.of_kind(Facet)
    shares = test.points.shares
    if facets and len(facets) != len(shares):
        raise ValueError(entry.name)
    worth = {
        id(facet): replace(
            facet,
            points=share if facet.state == PASSED and name in right else 0.0,
            max_points=share,
        )
        for facet, (name, share) in zip(facets, shares, strict=False)
    }
    return replace(
        entry,
        score=None if entry.score is None else test.points.earned(right),
        max_score=test.points.max_points,
        details=tuple(
            tuple(worth.get(id(block), block) for block in part)
            for part in entry.details
        ),
    )


def _as_seen(report: Report, tests: Mapping[str, AnyTest]) -> Report:
    """The report, in which whoever sees an entry now sees all tests of which it tells.

    An instructor's own test tells of itself alone. A smallest tree may tell of all
    tests that were seen with it; it is hidden where these are others now.
    """
    then = {node: entry.visibility for node, entry in report.entries.items()}
    now = {n: tests[n].visibility if n in tests else then[n] for n in then}
    seen = [(then[node], now[node]) for node in then]
    entries = {}
    for node, entry in report.entries.items():
        is_own = node not in tests and not entry.smallest
        if is_own or _still_sees(then[node], now[node], seen):
            entries[node] = replace(entry, visibility=now[node])
        elif node in tests:
            alone = _alone(entry, report.alone[node])
            entries[node] = replace(alone, visibility=now[node])
        else:
            entries[node] = replace(entry, visibility=HIDDEN)
    explains = _still_sees(VISIBLE, VISIBLE, seen)
    notes = [note for note in report.notes if explains or not note.explains]
    return replace(report, entries=entries, notes=notes)


def _still_sees(before: str, after: str, seen: Iterable[tuple[str, str]]) -> bool:
    """Whether who sees an entry now sees all tests that were seen with it."""
    return all(
        is_seen_with(now, after) for then, now in seen if is_seen_with(then, before)
    )


def _alone(entry: Entry, alone: Entry) -> Entry:
    """What a test says without others; its search stays where it says the same."""
    own = tuple(
        part
        for part in entry.details
        if not any(isinstance(block, Named) for block in part)
    )
    if (entry.headline, own) != (alone.headline, alone.details):
        return alone
    return replace(alone, replay=entry.replay, line=entry.line)
