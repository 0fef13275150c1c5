"""A grading counted anew from its record, where only points or visibility have changed.

What a submission did stays what it was, and so does what is said of it: each facet is
right or not, and earns what it is worth now. What was said of a test may rest on tests
that are seen with it; where these would now be others, it is graded again.
"""

from __future__ import annotations

import io
import pickle
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, is_dataclass, replace
from enum import Enum
from typing import Any

from autograder.assignment.questions import VISIBLE, AnyTest, Assignment, is_seen_with
from autograder.classroom.course import Graded, QuestionRow, TestRow
from autograder.errors import AutograderError
from autograder.grading.run import planned
from autograder.judging.verdicts import Verdict
from autograder.kinds.judged import AllJudged
from autograder.report import gradescope
from autograder.report.entries import Entry, Report, max_score, score
from autograder.report.page import html
from autograder.report.view import for_student, in_brief
from autograder.words.blocks import PASSED, Facet

OURS = "autograder."


@dataclass(frozen=True, slots=True)
class Record:
    """What a grading leaves to be counted anew: its report, and rows of the store."""

    report: Report
    questions: tuple[QuestionRow, ...]
    tests: tuple[TestRow, ...]
    seconds: float | None
    page: bool
    right: Mapping[str, tuple[str, ...]]  # facets, by the tests' nodes


def right_facets(judged: AllJudged) -> dict[str, tuple[str, ...]]:
    """Of each test the facets that were paid for."""
    return {node: _paid(each.result) for node, each in judged.items()}


def _paid(result: Any) -> tuple[str, ...]:
    right = [f.facet for f in result.findings if f.verdict is Verdict.CORRECT]
    points = result.test.points
    paid = points.earned(right) == result.points  # else something takes all of it
    return tuple(right) if paid else ()


def packed(record: Record) -> bytes:
    """A record as the store has it."""
    return zlib.compress(pickle.dumps(record))


class _Reader(pickle.Unpickler):
    """Reads what `packed` wrote, and nothing by which a file could act."""

    def find_class(self, module: str, name: str) -> type:
        """A class of ours that only holds something."""
        if not module.startswith(OURS):
            raise pickle.UnpicklingError(f"{module}.{name} is no part of a record")
        found = super().find_class(module, name)
        holds = isinstance(found, type) and (
            is_dataclass(found) or issubclass(found, (Enum, AutograderError))
        )
        if not holds:
            raise pickle.UnpicklingError(f"{module}.{name} is no part of a record")
        return found  # type: ignore[no-any-return]


def unpacked(content: bytes) -> Record | None:
    """The record; None where it cannot be read, as of another version."""
    try:
        record = _Reader(io.BytesIO(zlib.decompress(content))).load()
    except Exception:  # noqa: BLE001 - whatever it is, it is graded again
        return None
    return record if isinstance(record, Record) else None


def recounted(record: Record, assignment: Assignment) -> Graded | None:
    """What comes of it now; None where it has to be graded for that."""
    tests = {each.node: each.test for each in planned(assignment)}
    report = record.report
    entries = {
        node: _entry(entry, tests.get(node), record.right.get(node, ()))
        for node, entry in report.entries.items()
    }
    if None in entries.values() or not _may_be_said(report, tests):
        return None
    now = {node: entry for node, entry in entries.items() if entry is not None}
    report = replace(
        report, entries=now, title=assignment.title, later=assignment.later
    )
    counting = [each for each in now.values() if each.max_score is not None]
    rows = tuple(
        replace(row, points=entry.score, most=entry.max_score or 0.0)
        for row, entry in zip(record.tests, counting, strict=True)
    )
    pages = pages_of(report) if record.page else ("", "")
    return Graded(
        points=score(report.all()),
        most=max_score(report.all()),
        questions=tuple(_question(each, counting) for each in record.questions),
        tests=rows,
        results=gradescope.text(report, record.seconds or 0.0),
        page=pages[0],
        published=pages[1],
        seconds=record.seconds,
        record=packed(replace(record, report=report, tests=rows)),
    )


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


def _entry(entry: Entry, test: AnyTest | None, right: Sequence[str]) -> Entry | None:
    """An entry with what its facets earn now; None if they cannot be told apart.

    What is no test of trees or rows stays as it is.
    """
    if test is None or entry.max_score is None:
        return entry
    facets = [b for part in entry.details for b in part if isinstance(b, Facet)]
    shares = test.points.shares
    if facets and len(facets) != len(shares):
        return None
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
        visibility=test.visibility,
    )


def _may_be_said(report: Report, tests: Mapping[str, AnyTest]) -> bool:
    """Whether whoever sees an entry now sees all tests of which it may tell.

    What is no test, as a smallest tree, may tell of all tests that were seen with it;
    the notes, of those that were visible.
    """
    now = {
        node: tests[node].visibility if node in tests else entry.visibility
        for node, entry in report.entries.items()
    }
    seen = [(entry.visibility, now[node]) for node, entry in report.entries.items()]
    told = {*seen, (VISIBLE, VISIBLE)}  # the notes
    return all(
        is_seen_with(after, shown_now)
        for before, after in seen
        for shown_before, shown_now in told
        if is_seen_with(before, shown_before)
    )
