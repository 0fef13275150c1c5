"""A grading counted anew from its record, where only points or visibility have changed.

What a submission did stays what it was, and so does what is said of it: each facet is
right or not, and earns what it is worth now. What was said of a test may rest on tests
that are seen with it. Where these are now others, the test says what it said alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from autograder.assignment.questions import (
    HIDDEN,
    VISIBLE,
    AnyTest,
    Assignment,
    is_seen_with,
)
from autograder.classroom.course import Graded, QuestionRow
from autograder.classroom.running.records import Record, unpacked
from autograder.grading.explaining import forget
from autograder.grading.grading import planned_tests
from autograder.judging.verdicts import Verdict
from autograder.kinds.entries import AllJudged
from autograder.report import gradescope
from autograder.report.entries import Entry, Report, max_score, score
from autograder.report.page import html
from autograder.report.view import for_student, in_brief
from autograder.words.blocks import PASSED, Facet, Named, Passage


def right_facets(judged: AllJudged) -> dict[str, tuple[str, ...]]:
    """Of each test the facets that were paid for."""
    return {node: _paid(each.result) for node, each in judged.items()}


def _paid(result: Any) -> tuple[str, ...]:
    right = [f.facet for f in result.findings if f.verdict is Verdict.CORRECT]
    points = result.test.points
    paid = points.earned(right) == result.points  # else something takes all of it
    return tuple(right) if paid else ()


def counted_anew(content: bytes, assignment: Assignment) -> Graded | None:
    """What comes now of what a grading has left; None where it has to be graded again.

    That is so where nothing can be made of it, whoever has written it.
    """
    record = unpacked(content)
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
    if any(before[n] != each.visibility for n, each in tests.items() if n in before):
        record = _unexplained(record)
        forget(report, report.entries)
    counting = [each for each in report.all() if each.max_score is not None]
    rows = tuple(
        replace(row, points=entry.score, most=entry.max_score or 0.0)
        for row, entry in zip(record.tests, counting, strict=True)
    )
    questions = tuple(_question(each, counting) for each in record.questions)
    return graded_of(replace(record, report=report, questions=questions, tests=rows))


def graded_of(record: Record) -> Graded:
    """What came of a grading, all of which is in its record."""
    report = record.report
    pages = pages_of(report) if record.page else ("", "")
    return Graded(
        points=score(report.all()),
        most=max_score(report.all()),
        questions=record.questions,
        tests=record.tests,
        results=gradescope.text(report, record.seconds or 0.0),
        page=pages[0],
        published=pages[1],
        seconds=record.seconds,
        explained=record.explained,
    )


def _unexplained(record: Record) -> Record:
    """The record without the changes that made right what was visible then."""
    questions = tuple(each.unexplained() for each in record.questions)
    return replace(record, questions=questions, explained=None)


def pages_of(report: Report) -> tuple[str, str]:
    """The student's page now, and once the grades are published; "" if the same.

    A class has hundreds of these, so each is brief.
    """
    now, then = for_student(report), for_student(report, published=True)
    later = html(in_brief(then)) if len(then.entries) > len(now.entries) else ""
    return html(in_brief(now)), later


def _question(row: QuestionRow, entries: Iterable[Entry]) -> QuestionRow:
    mine = [entry for entry in entries if entry.group == row.name]
    return replace(row, points=score(mine), most=max_score(mine))


def _worth(record: Record, tests: Mapping[str, AnyTest]) -> Report:
    """The report with what its tests earn now."""

    def now(entries: Mapping[str, Entry]) -> dict[str, Entry]:
        return {
            node: _entry(entry, tests.get(node), record.right.get(node, ()))
            for node, entry in entries.items()
        }

    report = record.report
    return replace(report, entries=now(report.entries), alone=now(report.alone))


def _entry(entry: Entry, test: AnyTest | None, right: Sequence[str]) -> Entry:
    """An entry with what its facets earn now; ValueError if that cannot be told.

    What is no test of trees or rows stays as it is.
    """
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
        max_score=test.points.most,
        details=tuple(
            tuple(worth.get(id(block), block) for block in part)
            for part in entry.details
        ),
    )


def _as_seen(report: Report, tests: Mapping[str, AnyTest]) -> Report:
    """The report, in which whoever sees an entry now sees all tests of which it tells.

    An instructor's own test tells of itself alone. A smallest tree may tell of all
    tests that were seen with it; it is hidden where these are others now. What explains
    a question tells of those that were visible.
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
    """Whether who sees an entry now sees all tests that were seen with it.

    It had one visibility and has another, and so had each test.
    """
    return all(
        is_seen_with(now, after) for then, now in seen if is_seen_with(then, before)
    )


def _alone(entry: Entry, alone: Entry) -> Entry:
    """What a test says without others; where it says the same, its search stays."""
    own = tuple(_without_name(entry))
    if (entry.headline, own) != (alone.headline, alone.details):
        return alone
    return replace(alone, replay=entry.replay, line=entry.line)


def _without_name(entry: Entry) -> Iterator[Passage]:
    """Its details, but for the mistake that explains a question."""
    for part in entry.details:
        if not any(isinstance(block, Named) for block in part):
            yield part
